# The dashboard as a container; docs/deployment.md says how to run it.

FROM python:3.13-slim AS build
WORKDIR /source
COPY deploy/build-requirements.txt ./
RUN python -m pip install --no-cache-dir --require-hashes -r build-requirements.txt
COPY pyproject.toml README.md LICENSE app.py ./
COPY .streamlit/config.toml .streamlit/
COPY data data
COPY pages pages
COPY segmetrics segmetrics
RUN python -m hatchling build -t wheel -d /wheel

FROM python:3.13-slim
# Without a word about who reaches what, nothing is kept.
ENV PYTHONUNBUFFERED=1 SEGMETRICS_MODE=ephemeral
COPY deploy/image-requirements.txt /wheel/
COPY --from=build /wheel/*.whl /wheel/
# Nothing but what is pinned is taken from anywhere: the wheel finds the rest installed, or fails.
RUN python -m pip install --no-cache-dir --require-hashes -r /wheel/image-requirements.txt \
    && python -m pip install --no-cache-dir --no-index "$(echo /wheel/*.whl)[server]" \
    && rm -r /wheel \
    && useradd --create-home segmetrics
USER segmetrics
WORKDIR /home/segmetrics
EXPOSE 8501

# The path is that of the reverse proxy in deploy/nginx.conf.
ENTRYPOINT ["segmetrics", "app", "--no-browser", "--host", "0.0.0.0", "--base-path", "/segmetrics/"]
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s \
    CMD ["python", "-c", "from json import load; from urllib.request import urlopen; assert load(urlopen('http://127.0.0.1:8501/segmetrics/health'))['status'] == 'ok'"]
