// Times of a recording, as people read them.

/** Write a time in seconds: 1:05, 1:02:05, and 1:05.2 with a decimal. */
function clock(time, decimals = 0) {
  const unit = 10 ** decimals, steps = Math.floor(time * unit + (decimals ? 0.5 : 1e-6));
  const whole = Math.floor(steps / unit), pad = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  return `${hours ? `${hours}:${pad(minutes)}` : minutes}:${pad(whole % 60)}${decimals ? `.${String(steps % unit).padStart(decimals, "0")}` : ""}`;
}
