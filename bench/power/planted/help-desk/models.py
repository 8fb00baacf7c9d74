"""What the help desk reads and writes, as pydantic knows it."""

import re
from datetime import datetime
from enum import Enum
from typing import List, Optional

from pydantic import BaseModel, Extra, Field, StrictBool, StrictInt, StrictStr, validator
from pydantic.errors import DictError, StrRegexError


class Instant(str):
    """A time with its offset, as RFC 3339 has it."""

    shape = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,6})?([Zz]|[+-]\d\d:\d\d)", re.ASCII)

    @classmethod
    def __get_validators__(cls):
        yield cls.check

    @classmethod
    def __modify_schema__(cls, schema):
        schema.update(type="string", format="date-time", example="2027-01-15T09:30:00Z")

    @classmethod
    def check(cls, value):
        if not isinstance(value, str) or not cls.shape.fullmatch(value):
            raise ValueError("invalid datetime format")
        cls.parse(value)
        return cls(value)

    @staticmethod
    def parse(text):
        head, fraction, offset = re.fullmatch(r"([^.Zz+]{19})(\.\d+)?(.+)", text.replace("t", "T")).groups()
        digits = (fraction or ".0")[1:].ljust(6, "0")
        return datetime.fromisoformat(f"{head}.{digits}{offset.upper().replace('Z', '+00:00')}")


class Status(str, Enum):
    open = "open"
    pending = "pending"
    solved = "solved"
    closed = "closed"


class Priority(str, Enum):
    low = "low"
    normal = "normal"
    high = "high"
    urgent = "urgent"


class Role(str, Enum):
    agent = "agent"
    requester = "requester"
    admin = "admin"


class Order(str, Enum):
    asc = "asc"
    desc = "desc"


class TicketSort(str, Enum):
    createdAt = "createdAt"
    updatedAt = "updatedAt"
    subject = "subject"


class UserSort(str, Enum):
    name = "name"
    email = "email"
    createdAt = "createdAt"


# Takes no field that it does not know, and no null where it has no null.
class Strict(BaseModel):
    class Config:
        extra = Extra.forbid

    # pydantic makes an object of [].
    @classmethod
    def validate(cls, value):
        if not isinstance(value, (dict, cls)):
            raise DictError()
        return super().validate(value)

    @validator("*", pre=True)
    def refuse_null(cls, value, field):
        if value is None and not field.field_info.extra.get("nullable", False):
            raise ValueError("none is not an allowed value")
        return value

    # In Python "$" is also before a line break at the end.
    @validator("*", pre=True)
    def match_whole(cls, value, field):
        regex = field.field_info.regex
        if regex is not None and isinstance(value, str) and not re.fullmatch(regex, value):
            raise StrRegexError(pattern=regex)
        return value


Nullable = {"nullable": True}


class Organisation(BaseModel):
    id: int
    slug: str
    name: str
    timezone: str
    plan: str


class OrganisationChange(Strict):
    name: Optional[StrictStr] = Field(min_length=1, max_length=100, example="Acme Tools")
    timezone: Optional[StrictStr] = Field(
        min_length=1, max_length=60, regex=r"^[A-Za-z_]+/[A-Za-z_]+$", example="Europe/Berlin"
    )


class UserInput(Strict):
    name: StrictStr = Field(min_length=1, max_length=100, example="Ada Brandt")
    email: StrictStr = Field(
        regex=r"^[a-zA-Z0-9._+-]{1,64}@[a-zA-Z0-9.-]{1,100}$",
        max_length=165,
        description="Unique in the organisation",
        example="ada.brandt@acme.example",
    )
    role: Role = Role.requester
    phone: Optional[StrictStr] = Field(None, max_length=20, regex=r"^\+[0-9]{6,18}$", **Nullable)
    active: StrictBool = True


class UserChange(Strict):
    name: Optional[StrictStr] = Field(min_length=1, max_length=100)
    role: Optional[Role]
    phone: Optional[StrictStr] = Field(max_length=20, regex=r"^\+[0-9]{6,18}$", **Nullable)
    active: Optional[StrictBool]


class User(BaseModel):
    id: int
    name: str = Field(max_length=100)
    email: str
    role: Role
    phone: Optional[str] = Field(..., **Nullable)
    active: bool
    createdAt: Instant


class TicketInput(Strict):
    subject: StrictStr = Field(min_length=3, max_length=150, example="Printer does not print")
    description: StrictStr = Field("", max_length=5000)
    priority: Priority = Priority.normal
    requesterId: StrictInt = Field(description="The user who needs help")
    assigneeId: Optional[StrictInt] = Field(
        None, description="The user who works on it, null for nobody", **Nullable
    )
    labels: List[StrictStr] = Field(
        [], max_items=10, description="Names of labels that exist, the most important first"
    )
    dueAt: Optional[Instant] = Field(None, **Nullable)


class TicketChange(Strict):
    subject: Optional[StrictStr] = Field(min_length=3, max_length=150)
    description: Optional[StrictStr] = Field(max_length=5000)
    priority: Optional[Priority]
    requesterId: Optional[StrictInt]
    assigneeId: Optional[StrictInt] = Field(**Nullable)
    labels: Optional[List[StrictStr]] = Field(max_items=10)
    dueAt: Optional[Instant] = Field(**Nullable)


class Ticket(BaseModel):
    id: int
    subject: str = Field(max_length=150)
    description: str
    status: Status = Field(description="open → pending → solved → closed")
    priority: Priority
    requesterId: int
    assigneeId: Optional[int] = Field(..., **Nullable)
    labels: List[str]
    dueAt: Optional[Instant] = Field(..., **Nullable)
    createdAt: Instant
    updatedAt: Instant

    class Config:
        extra = Extra.forbid


class Transition(Strict):
    to: Status = Field(description="The state that follows the present one")


class CommentInput(Strict):
    authorId: StrictInt = Field(description="A user of the organisation")
    body: StrictStr = Field(min_length=1, max_length=2000, example="Did you try another cable?")
    internal: StrictBool = False


class Comment(BaseModel):
    id: int
    ticketId: int
    authorId: int
    body: str
    internal: bool
    createdAt: Instant

    class Config:
        extra = Extra.forbid


class LabelInput(Strict):
    name: StrictStr = Field(
        regex=r"^[a-z0-9][a-z0-9-]{0,39}$", description="Unique in the organisation", example="billing"
    )
    color: StrictStr = Field("#888888", regex=r"^#[0-9a-f]{6}$")


class Label(BaseModel):
    id: int
    name: str
    color: str = Field(regex=r"^#[0-9a-f]{6}$")
    createdAt: Instant

    class Config:
        extra = Extra.forbid


class TicketPage(BaseModel):
    items: List[Ticket]
    total: int = Field(ge=0, description="How many match, over all pages")
    page: int
    perPage: int


class UserPage(BaseModel):
    items: List[User]
    total: int = Field(ge=0)
    page: int
    perPage: int


class Problem(BaseModel):
    detail: str
