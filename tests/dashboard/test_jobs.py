"""What pages compute: shared by those who look at the same, bounded, waited for, ended."""

from __future__ import annotations

import ast
import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus
from segmetrics.dashboard.frame import computations, jobs
from segmetrics.dashboard.frame.jobs import too_large
from segmetrics.dashboard.server import tuning
from segmetrics.dashboard.server.job_times import JobTimes, job_times
from segmetrics.dashboard.server.result_cache import ResultCache, digests_in
from segmetrics.dashboard.server.shared_results import result_cache
from segmetrics.dashboard.server.worker import WorkEnded
from segmetrics.io import Source, read_sources
from segmetrics.settings import MODE_VARIABLE
from tests.support.pages import components, launch, texts

PATIENCE = 30
OF_A_CORPUS = ("data", "overview", "heat_maps", "item", "coders", "segmenters", "decide", "share")
# What is computed of papers, whatever the corpus.
OF_PAPERS = {"reproduced", "simulated", "figure"}


def codings(prefix: str) -> bytes:
    """Write a small corpus whose names begin alike; its codings are always the same."""
    rows = [
        f"{prefix}item{item},{prefix}{coder},{sizes}"
        for item in range(3)
        for coder, sizes in (("a", "3 4 5"), ("b", "3 9"), ("c", f"{2 + item} 5 {5 - item}"))
    ]
    return "\n".join(["item,coder,masses", *rows]).encode()


def digest_of(content: bytes) -> str:
    corpus = read_sources([Source("c.csv", content)]).corpus
    assert isinstance(corpus, Corpus)
    return corpus.codings_digest


@pytest.fixture
def small_share(monkeypatch: pytest.MonkeyPatch) -> ResultCache:
    """Let a visitor hold a hundred kilobytes."""
    cache = ResultCache(share=100_000, total=400_000, slots=1)
    monkeypatch.setattr(jobs, "result_cache", lambda: cache)
    return cache


def a_large_result() -> None:
    import streamlit as st

    from segmetrics.dashboard.frame.jobs import Job

    found = Job(
        ("large", "f" * 64), lambda progress: bytes(2_000_000), label="the intervals"
    ).computed()
    st.text("nothing found" if found is None else "found")


def a_large_thing_to_show() -> None:
    import streamlit as st

    from segmetrics.dashboard.frame.jobs import kept

    kept(("large", "f" * 64), lambda: bytes(2_000_000))
    st.text("not reached")


@pytest.mark.parametrize(
    ("page", "about", "goes_on"),
    [
        (a_large_result, "The intervals would take", ["nothing found"]),
        (a_large_thing_to_show, "What this page shows would take", []),
    ],
)
def test_what_is_too_large_is_said_in_a_sentence(
    small_share: ResultCache, page: Any, about: str, goes_on: list[str]
) -> None:
    app = AppTest.from_function(page).run()
    assert not app.exception
    (said,) = [one.value for one in app.error]
    assert said.startswith(f"{about} 2 MB of memory, more than the 0 MB that one visitor may hold")
    assert "SEGMETRICS_MAX_MEMORY" in said
    assert [one.value for one in app.text] == goes_on
    assert small_share.keys() == ()


def test_a_corpus_too_large_is_said_before_it_is_accepted(small_share: ResultCache) -> None:
    items = {f"i{n}": {"a": [2, 3, 4] * 20, "b": [9]} for n in range(200)}
    large = {name: {"a": one["a"], "b": [180]} for name, one in items.items()}
    assert too_large(Corpus.from_masses(large), "This corpus").startswith("This corpus would take ")
    assert too_large(Corpus.from_masses({"i": {"a": [2]}}), "This corpus") == ""
    assert small_share.keys() == ()


def test_visitors_of_the_same_corpus_share_what_was_computed(takes: Callable[..., None]) -> None:
    takes(9.0)
    first = launch("overview", corpus="moonstone")
    (button,) = [one for one in first.button if one.label == "Compute intervals"]
    button.click().run()
    second = launch("overview", corpus="moonstone")
    assert "Compute intervals" not in [one.label for one in second.button]


@pytest.mark.parametrize("page", OF_A_CORPUS)
def test_whatever_is_kept_says_of_which_corpus_it_is_and_names_stay_in_theirs(page: str) -> None:
    """Names of another corpus with the same codings do not come through."""
    first = launch(page, codings("secret"), item="secretitem1")
    second = launch(page, codings("other"), item="otheritem1")
    assert "secret" in texts(first) + json.dumps(components(first))
    assert "secret" not in texts(second) + json.dumps(components(second))
    kept = result_cache().keys()
    assert kept
    assert [key for key in kept if not digests_in(key)] == []
    for prefix in ("secret", "other"):
        jobs.forget(digest_of(codings(prefix)))
    assert result_cache().keys() == ()
    second.run()
    assert not second.exception


def test_what_is_kept_of_papers_is_of_no_corpus() -> None:
    app = launch("reproduce")
    kept = result_cache().keys()
    assert app.title
    assert {key[0] for key in kept if not digests_in(key)} <= OF_PAPERS


def test_what_a_session_holds_goes_with_it() -> None:
    app = launch("overview", corpus="moonstone")
    assert result_cache().size > 10_000
    del app
    tuning.free_memory()
    assert result_cache().size == 0


def work() -> None:
    from functools import partial

    import streamlit as st

    from segmetrics.dashboard.frame.jobs import Job, read_apart
    from segmetrics.dashboard.server import tasks
    from segmetrics.io import Choices, Source

    def stop() -> None:
        st.session_state["stopped"] = True

    files = [Source("c.csv", b"item,coder,masses\na,x,2 3\na,y,3 2\n")]
    task = partial(tasks.read, files, 1_000, Choices())
    _, reading = read_apart(
        Job(("import", "f" * 64), task, label="reading the files", work="reading"), on_stop=stop
    )
    st.text(f"read {len(reading.corpus or ())} item")


def test_files_are_read_in_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = ResultCache(share=1_000_000, total=4_000_000, slots=1)
    monkeypatch.setattr(jobs, "result_cache", lambda: cache)
    app = AppTest.from_function(work, default_timeout=PATIENCE)
    with ThreadPoolExecutor(2) as pool:
        begun, end = threading.Event(), threading.Event()

        def other() -> bool:
            begun.set()
            return end.wait(PATIENCE)

        first = pool.submit(cache.once, cache.session(), ("other", "f" * 64), other, slot="reading")
        assert begun.wait(PATIENCE)
        running = pool.submit(app.run)
        while len(cache._tickets) < 2 and not running.done():
            time.sleep(0.01)
        assert not running.done()
        end.set()
        assert first.result(PATIENCE)
        running.result(PATIENCE)
    assert [one.value for one in app.text] == ["read 1 item"]
    assert not app.button


def ended_at_a_limit() -> None:
    from functools import partial

    import streamlit as st

    from segmetrics.dashboard.frame.jobs import Job
    from segmetrics.dashboard.server import tasks
    from segmetrics.io import Choices, Source

    st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    files = [Source("c.csv", b"item,coder,masses\na,x,2 3\na,y,3 2\n")]
    task = partial(tasks.read, files, 1_000, Choices())
    Job(("large", "f" * 64), task, label="the table", of=2_000_000).needed()
    st.text("not reached")


def test_what_was_ended_at_a_limit_is_not_begun_with_every_click(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[object] = []

    def run(task: object, *_: object, **__: object) -> object:
        begun.append(task)
        raise WorkEnded("time")

    monkeypatch.setattr(jobs, "run", run)
    app = AppTest.from_function(ended_at_a_limit, default_timeout=PATIENCE).run()
    app.run()
    assert app.session_state["runs"] == 2
    assert len(begun) == 1
    assert next(one.value for one in app.error).startswith("The table would take longer")


@pytest.mark.parametrize("page", OF_A_CORPUS)
def test_a_page_where_all_takes_long_offers_each_result_once(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_but_the_first(job: jobs.Job[object]) -> bool:
        return job.key[0] in {"agreement", "decisions", "gold", "disputes", "read"}

    monkeypatch.setattr(jobs.Job, "starts_unasked", property(all_but_the_first))
    app = launch(page, corpus="moonstone")
    assert not app.exception
    offered = [one.label for one in app.button if one.label.startswith("Compute ")]
    assert len(offered) == len(set(offered))


def test_a_page_whose_agreement_is_refused_has_its_navigation(
    takes: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEGMETRICS_MAX_COMPUTING", "1")
    takes(2.0, "agreement")
    app = launch("item", corpus="moonstone")
    assert next(one.value for one in app.error).startswith("The agreement would take about")
    assert "brand" in components(app)[0]


def slowly(progress: Callable[..., None]) -> str:
    import streamlit as st

    st.session_state["begun"] = st.session_state.get("begun", 0) + 1
    begin = time.thread_time()
    while (spent := time.thread_time() - begin) < 2:
        progress(spent / 2)
    return "done"


def a_slow_job() -> None:
    import streamlit as st

    from segmetrics.dashboard.frame.jobs import Job
    from tests.dashboard.test_jobs import slowly

    job = Job(("slow", "f" * 64), slowly, label="the table", unasked=st.session_state["unasked"])
    st.text(job.computed() or "nothing")


@pytest.mark.parametrize(
    ("unasked", "shown", "begun"), [(1.0, "nothing", 1), (10.0, "apart", 1), (0.0, "nothing", 0)]
)
def test_what_takes_longer_than_it_may_unasked_is_offered(
    unasked: float, shown: str, begun: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two seconds of work: its progress tells after one that it goes on apart, or waits."""
    monkeypatch.setattr(jobs, "run", lambda *_, **__: "apart")
    app = AppTest.from_function(a_slow_job, default_timeout=PATIENCE)
    app.session_state["unasked"] = unasked
    app.run()
    assert [one.value for one in app.text] == [shown]
    assert [one.label for one in app.button] == ["Compute the table"] * (shown == "nothing")
    assert ([one.help for one in app.button] == ["Takes about 2 seconds."]) == (unasked == 1.0)
    app.run()
    assert app.session_state["begun"] == begun if begun else "begun" not in app.session_state


def a_page_that_fills_in() -> None:
    import streamlit as st

    from segmetrics.dashboard.frame.jobs import Job
    from tests.dashboard.test_jobs import slowly

    job = Job(("slow", "f" * 64), slowly, label="the table", unasked=1.0)
    place = st.empty()
    st.text(job.soon() or "drawn without")
    job.fill_in(place)


def test_what_a_page_was_drawn_without_is_offered_once() -> None:
    """Two seconds of work, of which nobody knows before the page tries it."""
    app = AppTest.from_function(a_page_that_fills_in, default_timeout=PATIENCE).run()
    assert [one.value for one in app.text] == ["drawn without"]
    assert [one.label for one in app.button] == ["Compute the table"]
    assert not app.caption
    assert not app.error
    assert app.session_state["begun"] == 1


def at_once(progress: Callable[..., None]) -> str:
    del progress
    return "done"


def a_large_job() -> None:
    import streamlit as st

    from segmetrics.dashboard.frame.jobs import Job
    from tests.dashboard.test_jobs import at_once

    job = Job(("quick", "f" * 64), at_once, label="the table", of=100_000)
    st.text(job.computed() or "nothing")


@pytest.mark.parametrize(("size", "shown"), [(1_000, "done"), (99_999, "nothing")])
def test_a_smaller_job_that_was_quick_keeps_no_larger_one_from_starting(
    size: int, shown: str
) -> None:
    """By the smaller one it takes 20 seconds; by one as large, two."""
    job_times.record(("quick", False), size, 0.2 if size == 1_000 else 2.0)
    app = AppTest.from_function(a_large_job, default_timeout=PATIENCE).run()
    assert [one.value for one in app.text] == [shown]


@pytest.mark.parametrize(
    ("mode", "seconds", "shown"),
    [("local", 0.2, "done"), ("ephemeral", 0.01, "done"), ("ephemeral", 0.2, "apart")],
)
def test_on_a_server_for_others_what_is_noticed_is_done_apart(
    mode: str, seconds: float, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(MODE_VARIABLE, mode)
    monkeypatch.setattr(jobs, "run", lambda *_, **__: "apart")
    job_times.record(("quick", False), 100_000, seconds)
    app = AppTest.from_function(a_large_job, default_timeout=PATIENCE).run()
    assert [one.value for one in app.text] == [shown]


def ended_for_memory(*_: object, **__: object) -> str:
    raise WorkEnded("memory")


def test_what_was_ended_for_memory_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE_VARIABLE, "ephemeral")
    monkeypatch.setattr(jobs, "run", ended_for_memory)
    job_times.record(("quick", False), 100_000, 0.2)
    app = AppTest.from_function(a_large_job, default_timeout=PATIENCE).run()
    (said,) = [one.value for one in app.error]
    monkeypatch.setattr(jobs, "run", lambda *_, **__: "apart")
    assert [one.value for one in app.run().error] == [said]


def test_the_closest_in_size_tells_how_long_a_job_takes() -> None:
    times = JobTimes()
    assert times.expected("a", 5) is None
    times.record("a", 9, 1.0)
    times.record("a", 999, 50.0)
    assert times.expected("a", 19) == 2.0
    assert times.expected("a", 499) == 25.0
    times.record("a", 9, 3.0)
    assert times.expected("a", 9) == 3.0
    for size in range(100):
        times.record("b", size, 1.0)
    assert times.expected("b", 0) == pytest.approx(1 / 85)  # the oldest sizes are forgotten


def test_what_a_task_is_given_is_in_its_key() -> None:
    """Options go into the key as they are, so that each of their fields is part of it.

    How agreement is judged follows from the rest of the key.
    """
    seen = 0
    for function in ast.parse(Path(computations.__file__).read_text(encoding="utf-8")).body:
        if not isinstance(function, ast.FunctionDef):
            continue
        of = [*function.args.args, *function.args.kwonlyargs]
        given = {one.arg for one in of if "ReliabilityTable" not in ast.unparse(one)}
        for call in ast.walk(function):
            if not isinstance(call, ast.Call) or ast.unparse(call.func) not in ("Job", "job"):
                continue
            key, task, *both = (names_in(one) for one in (*call.args, *call.keywords))
            if ast.unparse(call.func) == "job":  # a name, what computes it, what is given
                key = set().union(*both)
            assert given & task <= key, function.name
            seen += 1
    assert seen > 25


def names_in(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def test_all_that_a_job_is_given_is_its_key() -> None:
    def compute(*given: object, **named: object) -> int:
        return len(given) + len(named)

    corpus = Corpus.from_masses({"ch1": {"a": [2, 3], "b": [5]}})
    found = jobs.job("windows", compute, corpus, 2, width="units")
    assert found.key == ("windows", corpus.named_digest, 2, ("width", "units"))
    assert found.of == (corpus,)
    of_item = jobs.job("pairs", compute, corpus, corpus["ch1"])
    assert (of_item.key, of_item.of) == (("pairs", corpus.named_digest, "ch1"), corpus["ch1"])
    told: list[float] = []
    assert found.task(progress=told.append) == 3
    assert told == [0]
