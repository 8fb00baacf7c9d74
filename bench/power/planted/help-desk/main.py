"""A help desk, as a team that uses FastAPI would write it."""

import json
import os
import socket
import sys
from pathlib import Path as FilePath
from typing import List, Optional

import uvicorn
from fastapi import Depends, FastAPI, Header, HTTPException, Path, Query, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

import models
from models import Instant, Order, Priority, Role, Status, TicketSort, UserSort
from store import TOKENS, insert, now, organisations, text_of


class AsciiResponse(JSONResponse):
    """Escapes what is not ASCII, so that half of a surrogate pair can be sent."""

    def render(self, content):
        return json.dumps(content, separators=(",", ":")).encode("ascii")


app = FastAPI(
    title="Help desk",
    version="1.8.2",
    default_response_class=AsciiResponse,
    description="Tickets, comments, labels and users of your organisation.",
)
bearer = HTTPBearer(auto_error=False)


@app.exception_handler(RequestValidationError)
async def refuse(_, error):
    return AsciiResponse({"detail": error.errors()}, 422)



# Starlette names the methods of one route only.
@app.exception_handler(405)
async def refuse_method(request, _):
    matches = [it for it in app.routes if it.path_regex.match(request.url.path)]
    methods = sorted({method for it in matches for method in it.methods})
    return AsciiResponse({"detail": "Method Not Allowed"}, 405, {"Allow": ", ".join(methods)})


def organisation_of(credentials: Optional[HTTPAuthorizationCredentials] = Depends(bearer)):
    name = TOKENS.get(credentials.credentials) if credentials else None
    if name is None:
        raise HTTPException(401, "Not authenticated", {"WWW-Authenticate": "Bearer"})
    return organisations[name]


Organisation = Depends(organisation_of)
Id = Path(ge=1, le=2**53)

DESCRIPTIONS = {
    400: "The body cannot be read",
    401: "The token is missing or not valid",
    404: "There is no such record in your organisation",
    409: "The state of the records does not allow it",
    412: "The ticket has changed since you read it",
}


def failures(*statuses):
    return {
        status: {"model": models.Problem, "description": DESCRIPTIONS[status]}
        for status in (401, *statuses)
    }


ETAG = {"ETag": {"description": "Changes with the ticket", "schema": {"type": "string"}}}
LOCATION = {"Location": {"description": "The path of it", "required": True, "schema": {"type": "string"}}}


def find(records, id, what):
    if id not in records:
        raise HTTPException(404, f"{what} not found")
    return records[id]


def page_of(records, sort, order, page, per_page):
    ordered = sorted(records, key=lambda it: it["id"])
    ordered.sort(key=lambda it: it[sort], reverse=order == Order.desc)
    begin = (page - 1) * per_page
    return {
        "items": ordered[begin : begin + per_page],
        "total": len(records),
        "page": page,
        "perPage": per_page,
    }


def contains(query, *texts):
    return query is None or any(query.lower() in text.lower() for text in texts)


def is_unset(filter, value):
    return filter is None or filter == value


Page = Query(1, ge=1, le=100000, description="Pages begin with 1")
PerPage = Query(20, ge=1, le=100, description="How many items a page has")
Search = Query(None, min_length=1, max_length=100, description="Only what has this text, in any case")


@app.get("/health", tags=["service"], summary="Check that the service runs")
async def health():
    return {"status": "ok"}


@app.get(
    "/organisation",
    tags=["organisation"],
    summary="Get your organisation",
    response_model=models.Organisation,
    responses=failures(),
)
async def get_organisation(organisation=Organisation):
    return organisation.settings


@app.patch(
    "/organisation",
    tags=["organisation"],
    summary="Change your organisation",
    response_model=models.Organisation,
    responses=failures(400),
)
async def change_organisation(body: models.OrganisationChange, organisation=Organisation):
    organisation.settings.update(body.dict(exclude_unset=True))
    return organisation.settings


@app.get(
    "/users",
    tags=["users"],
    summary="List users",
    response_model=models.UserPage,
    responses=failures(),
)
async def list_users(
    organisation=Organisation,
    q: Optional[str] = Search,
    role: Optional[Role] = None,
    sort: UserSort = UserSort.name,
    order: Order = Order.asc,
    page: int = Page,
    perPage: int = PerPage,
):
    found = [
        it
        for it in organisation.users.values()
        if contains(q, it["name"], it["email"]) and is_unset(role, it["role"])
    ]
    return page_of(found, sort.value, order, page, perPage)


@app.post(
    "/users",
    tags=["users"],
    summary="Create a user",
    status_code=201,
    response_model=models.User,
    responses={201: {"headers": LOCATION}, **failures(400, 409)},
)
async def create_user(body: models.UserInput, response: Response, organisation=Organisation):
    if any(it["email"].lower() == body.email.lower() for it in organisation.users.values()):
        raise HTTPException(409, "A user with this email exists")
    user = insert(organisation, "users", body.dict())
    response.headers["Location"] = f"/users/{user['id']}"
    return user


@app.get(
    "/users/{userId}",
    tags=["users"],
    summary="Get a user",
    response_model=models.User,
    responses=failures(404),
)
async def get_user(userId: int = Id, organisation=Organisation):
    return find(organisation.users, userId, "User")


@app.patch(
    "/users/{userId}",
    tags=["users"],
    summary="Change some fields of a user",
    response_model=models.User,
    responses=failures(400, 404),
)
async def change_user(body: models.UserChange, userId: int = Id, organisation=Organisation):
    user = find(organisation.users, userId, "User")
    user.update(body.dict(exclude_unset=True))
    return user


@app.delete(
    "/users/{userId}",
    tags=["users"],
    summary="Delete a user who has no tickets and comments",
    status_code=204,
    response_class=Response,
    responses=failures(404, 409),
)
async def delete_user(userId: int = Id, organisation=Organisation):
    find(organisation.users, userId, "User")
    tickets = organisation.tickets.values()
    used = any(userId in (it["requesterId"], it["assigneeId"]) for it in tickets)
    if used or any(it["authorId"] == userId for it in organisation.comments.values()):
        raise HTTPException(409, "The user has tickets or comments")
    del organisation.users[userId]


def etag_of(ticket):
    return f"\"{ticket['id']}-{ticket['version']}\""


def tags_of(header):
    return [tag.strip().removeprefix("W/") for tag in header.split(",")]


def check_version(ticket, if_match):
    if if_match is not None and not {"*", etag_of(ticket)} & set(tags_of(if_match)):
        raise HTTPException(412, "The ticket has changed")


def check_references(organisation, fields):
    for name in ("requesterId", "assigneeId"):
        if fields.get(name) is not None and fields[name] not in organisation.users:
            raise HTTPException(409, f"{name}: there is no such user")
    names = {label["name"] for label in organisation.labels.values()}
    for label in fields.get("labels") or []:
        if label not in names:
            raise HTTPException(409, "labels: there is no such label")


def normalised(fields):
    if fields.get("dueAt") is not None:
        try:
            return {**fields, "dueAt": text_of(Instant.parse(fields["dueAt"]))}
        except OverflowError:
            raise HTTPException(409, "dueAt: this year is too far away")
    return fields


def change_ticket_fields(organisation, ticket, fields):
    if ticket["status"] == Status.closed:
        raise HTTPException(409, "The ticket is closed")
    check_references(organisation, fields)
    ticket.update(normalised(fields), updatedAt=now(), version=ticket["version"] + 1)


def shown(ticket):
    return {name: value for name, value in ticket.items() if name != "version"}


@app.get(
    "/tickets",
    tags=["tickets"],
    summary="List tickets",
    response_model=models.TicketPage,
    responses=failures(),
)
async def list_tickets(
    organisation=Organisation,
    q: Optional[str] = Query(
        None, min_length=1, max_length=100, description="In subject or description, in any case"
    ),
    status: Optional[Status] = None,
    priority: Optional[Priority] = None,
    requesterId: Optional[int] = Query(None, ge=1),
    assigneeId: Optional[int] = Query(None, ge=1),
    label: Optional[str] = Query(None, max_length=40, description="Tickets with this label"),
    createdAfter: Optional[Instant] = Query(None, description="Created at this time or later"),
    createdBefore: Optional[Instant] = Query(None, description="Created before this time"),
    sort: TicketSort = TicketSort.createdAt,
    order: Order = Order.asc,
    page: int = Page,
    perPage: int = PerPage,
):
    after = Instant.parse(createdAfter) if createdAfter else None
    before = Instant.parse(createdBefore) if createdBefore else None
    found = [
        shown(it)
        for it in organisation.tickets.values()
        if contains(q, it["subject"], it["description"])
        and is_unset(status, it["status"])
        and is_unset(priority, it["priority"])
        and is_unset(requesterId, it["requesterId"])
        and is_unset(assigneeId, it["assigneeId"])
        and (label is None or label in it["labels"])
        and (after is None or Instant.parse(it["createdAt"]) >= after)
        and (before is None or Instant.parse(it["createdAt"]) < before)
    ]
    return page_of(found, sort.value, order, page, perPage)


@app.post(
    "/tickets",
    tags=["tickets"],
    summary="Open a ticket",
    status_code=201,
    response_model=models.Ticket,
    responses={201: {"headers": {**LOCATION, **ETAG}}, **failures(400, 409)},
)
async def create_ticket(body: models.TicketInput, response: Response, organisation=Organisation):
    fields = body.dict()
    check_references(organisation, fields)
    ticket = insert(
        organisation, "tickets", {**normalised(fields), "status": Status.open, "version": 1}
    )
    ticket["updatedAt"] = ticket["createdAt"]
    response.headers["Location"] = f"/tickets/{ticket['id']}"
    response.headers["ETag"] = etag_of(ticket)
    return shown(ticket)


@app.get(
    "/tickets/{ticketId}",
    tags=["tickets"],
    summary="Get a ticket",
    response_model=models.Ticket,
    responses={
        200: {"headers": ETAG},
        304: {"description": "You have the current ticket", "headers": ETAG},
        **failures(404),
    },
)
async def get_ticket(
    response: Response,
    ticketId: int = Id,
    if_none_match: Optional[str] = Header(None, description="The ETag that you have"),
    organisation=Organisation,
):
    ticket = find(organisation.tickets, ticketId, "Ticket")
    etag = {"ETag": etag_of(ticket)}
    if if_none_match is not None and {"*", etag_of(ticket)} & set(tags_of(if_none_match)):
        return Response(status_code=304, headers=etag)
    response.headers.update(etag)
    return shown(ticket)


WRITE_HEADERS = {200: {"headers": ETAG}}
IfMatch = Header(None, description="Write only if the ticket still has this ETag")


@app.put(
    "/tickets/{ticketId}",
    tags=["tickets"],
    summary="Replace a ticket",
    description="What you leave out gets its default. State and times stay. A closed ticket does not change.",
    response_model=models.Ticket,
    responses={**WRITE_HEADERS, **failures(400, 404, 409, 412)},
)
async def replace_ticket(
    body: models.TicketInput,
    response: Response,
    ticketId: int = Id,
    if_match: Optional[str] = IfMatch,
    organisation=Organisation,
):
    ticket = find(organisation.tickets, ticketId, "Ticket")
    check_version(ticket, if_match)
    change_ticket_fields(organisation, ticket, body.dict())
    response.headers["ETag"] = etag_of(ticket)
    return shown(ticket)


@app.patch(
    "/tickets/{ticketId}",
    tags=["tickets"],
    summary="Change some fields of a ticket",
    description="Fields that you leave out keep their values. A closed ticket does not change.",
    response_model=models.Ticket,
    responses={**WRITE_HEADERS, **failures(400, 404, 409, 412)},
)
async def change_ticket(
    body: models.TicketChange,
    response: Response,
    ticketId: int = Id,
    if_match: Optional[str] = IfMatch,
    organisation=Organisation,
):
    ticket = find(organisation.tickets, ticketId, "Ticket")
    check_version(ticket, if_match)
    change_ticket_fields(organisation, ticket, body.dict(exclude_unset=True))
    response.headers["ETag"] = etag_of(ticket)
    return shown(ticket)


@app.delete(
    "/tickets/{ticketId}",
    tags=["tickets"],
    summary="Delete a ticket with its comments",
    status_code=204,
    response_class=Response,
    responses=failures(404),
)
async def delete_ticket(ticketId: int = Id, organisation=Organisation):
    find(organisation.tickets, ticketId, "Ticket")
    del organisation.tickets[ticketId]
    for comment in [it for it in organisation.comments.values() if it["ticketId"] == ticketId]:
        del organisation.comments[comment["id"]]


FOLLOWING = {
    Status.open: {Status.pending},
    Status.pending: {Status.open, Status.solved},
    Status.solved: {Status.open, Status.closed},
    Status.closed: set(),
}


@app.post(
    "/tickets/{ticketId}/transitions",
    tags=["tickets"],
    summary="Move a ticket to another state",
    description=(
        "An open ticket becomes pending, a pending one solved, a solved one closed. "
        "Pending and solved tickets can be opened again. A closed one stays closed."
    ),
    response_model=models.Ticket,
    responses=failures(400, 404, 409),
)
async def move_ticket(body: models.Transition, ticketId: int = Id, organisation=Organisation):
    ticket = find(organisation.tickets, ticketId, "Ticket")
    present = Status(ticket["status"])
    if body.to not in FOLLOWING[present]:
        raise HTTPException(409, f"A ticket that is {present.value} cannot become {body.to.value}")
    ticket.update(status=body.to, updatedAt=now(), version=ticket["version"] + 1)
    return shown(ticket)


@app.get(
    "/tickets/{ticketId}/comments",
    tags=["comments"],
    summary="List the comments of a ticket, the oldest first",
    response_model=List[models.Comment],
    responses=failures(404),
)
async def list_comments(ticketId: int = Id, organisation=Organisation):
    find(organisation.tickets, ticketId, "Ticket")
    return [it for it in organisation.comments.values() if it["ticketId"] == ticketId]


@app.post(
    "/tickets/{ticketId}/comments",
    tags=["comments"],
    summary="Comment on a ticket",
    status_code=201,
    response_model=models.Comment,
    responses=failures(400, 404, 409),
)
async def create_comment(body: models.CommentInput, ticketId: int = Id, organisation=Organisation):
    find(organisation.tickets, ticketId, "Ticket")
    if body.authorId not in organisation.users:
        raise HTTPException(409, "authorId: there is no such user")
    return insert(organisation, "comments", {"ticketId": ticketId, **body.dict()})


@app.get(
    "/labels",
    tags=["labels"],
    summary="List all labels, by name",
    response_model=List[models.Label],
    responses=failures(),
)
async def list_labels(organisation=Organisation):
    return sorted(organisation.labels.values(), key=lambda it: it["name"])


@app.post(
    "/labels",
    tags=["labels"],
    summary="Create a label",
    status_code=201,
    response_model=models.Label,
    responses=failures(400, 409),
)
async def create_label(body: models.LabelInput, organisation=Organisation):
    if any(it["name"] == body.name for it in organisation.labels.values()):
        raise HTTPException(409, "A label with this name exists")
    return insert(organisation, "labels", body.dict())


@app.delete(
    "/labels/{labelId}",
    tags=["labels"],
    summary="Delete a label, also from its tickets",
    status_code=204,
    response_class=Response,
    responses=failures(404),
)
async def delete_label(labelId: int = Id, organisation=Organisation):
    label = find(organisation.labels, labelId, "Label")
    del organisation.labels[labelId]
    for ticket in organisation.tickets.values():
        if label["name"] in ticket["labels"]:
            ticket["labels"] = [it for it in ticket["labels"] if it != label["name"]]
            ticket["version"] += 1


if __name__ == "__main__":
    if sys.argv[1:] == ["--write-document"]:
        path = FilePath(__file__).with_name("openapi.json")
        path.write_text(json.dumps(app.openapi(), indent=2) + "\n")
        sys.exit()
    listener = socket.create_server(("127.0.0.1", int(os.environ.get("PORT", "0"))))
    print(json.dumps({"url": f"http://127.0.0.1:{listener.getsockname()[1]}"}), flush=True)
    config = uvicorn.Config(app, log_level="critical", access_log=False)
    uvicorn.Server(config).run(sockets=[listener])
