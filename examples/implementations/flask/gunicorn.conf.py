"""Settings of gunicorn: one process, because accounts, tokens and keys are in its memory, and threads."""
import os

pythonpath = os.path.dirname(os.path.abspath(__file__))
wsgi_app = "server:app"
bind = f"127.0.0.1:{os.environ.get('PORT', '0')}"
worker_class = "gthread"
workers = 1
threads = 8
loglevel = "warning"


def when_ready(server):
    print("listening on http://{}:{}".format(*server.LISTENERS[0].getsockname()), flush=True)
