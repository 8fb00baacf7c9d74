"""What the help desk remembers, per organisation, until it ends."""

from datetime import datetime, timedelta, timezone
from itertools import count

TOKENS = {
    "tok_acme_5e20b7c4d91f": "acme",
    "tok_globex_c83a6f017be2": "globex",
}


def now():
    return text_of(datetime.now(timezone.utc))


def text_of(time):
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Organisation:
    def __init__(self, id, slug, name):
        self.settings = {
            "id": id,
            "slug": slug,
            "name": name,
            "timezone": "Europe/Berlin",
            "plan": "team",
        }
        self.users = {}
        self.tickets = {}
        self.comments = {}
        self.labels = {}


ids = {kind: count(1) for kind in ("users", "tickets", "comments", "labels")}
organisations = {
    "acme": Organisation(1, "acme", "Acme Tools"),
    "globex": Organisation(2, "globex", "Globex Energy"),
}


def insert(organisation, kind, fields):
    record = {"id": next(ids[kind]), **fields, "createdAt": now()}
    getattr(organisation, kind)[record["id"]] = record
    return record


def seed(organisation, slug):
    people = ["Ada Brandt", "Bo Chen", "Cleo Diaz", "Dan Eriksen", "Eve Fontaine", "Finn Gray"]
    users = [
        insert(
            organisation,
            "users",
            {
                "name": name,
                "email": f"{name.split()[0].lower()}@{slug}.example",
                "role": ["agent", "agent", "requester", "requester", "admin", "requester"][index],
                "phone": None if index % 2 else f"+4930555{index:04}",
                "active": index != 5,
            },
        )
        for index, name in enumerate(people)
    ]
    labels = [
        insert(organisation, "labels", {"name": name, "color": color})
        for name, color in [("billing", "#aa3300"), ("urgent", "#ff0000"), ("hardware", "#2255cc")]
    ]
    subjects = [
        "Printer does not print",
        "Invoice has a wrong amount",
        "Cannot log in",
        "VPN is slow",
        "New laptop",
        "Password reset",
        "Screen flickers",
        "Refund for May",
        "Phone has no sound",
        "Access to the wiki",
        "Badge is lost",
        "Keyboard layout",
    ]
    begin = datetime(2026, 10, 5, 8, 0, tzinfo=timezone.utc)
    for index, subject in enumerate(subjects):
        ticket = insert(
            organisation,
            "tickets",
            {
                "subject": subject,
                "description": f"{subject}. It began on Monday.",
                "status": ["open", "pending", "solved", "closed"][index % 4],
                "priority": ["low", "normal", "high", "urgent"][(index * 3) % 4],
                "requesterId": users[2 + index % 2]["id"],
                "assigneeId": users[index % 2]["id"] if index % 3 else None,
                "labels": [labels[index % 3]["name"]] if index % 2 else [],
                "dueAt": text_of(begin + timedelta(days=60 + index)) if index % 4 == 0 else None,
                "version": 1,
            },
        )
        ticket["createdAt"] = ticket["updatedAt"] = text_of(begin + timedelta(hours=7 * index))
        for number in range(index % 4):
            insert(
                organisation,
                "comments",
                {
                    "ticketId": ticket["id"],
                    "authorId": users[number % 3]["id"],
                    "body": f"Comment {number + 1} on it",
                    "internal": number == 1,
                },
            )


for name, organisation in organisations.items():
    seed(organisation, name)
