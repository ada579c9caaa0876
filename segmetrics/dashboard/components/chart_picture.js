// Offers the figure before it, which Plotly drew, as a picture.
export default function ({ data, parentElement }) {
  const figure = () => document.querySelector(`.st-key-${CSS.escape(data.of)} .js-plotly-plot`);
  offer_picture(stage(parentElement, "offer"), figure, data.picture, data.label);
}
