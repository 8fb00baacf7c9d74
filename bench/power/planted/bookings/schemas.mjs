export const id = (what) => ({
  type: 'string',
  format: 'uuid',
  description: `Identifies the ${what}`,
});
export const time = (description) => ({ type: 'string', format: 'date-time', description });

const roomFields = {
  name: { type: 'string', minLength: 1, maxLength: 80, example: 'Aurora' },
  description: {
    type: 'string',
    nullable: true,
    maxLength: 500,
    description: 'Shown to customers',
    example: 'Corner room with daylight',
  },
  capacity: { type: 'integer', minimum: 1, maximum: 500, example: 12 },
  floor: { type: 'integer', minimum: -3, maximum: 60, example: 2 },
  equipment: {
    type: 'array',
    maxItems: 4,
    uniqueItems: true,
    description: 'In the order in which the room shows it',
    items: { type: 'string', enum: ['projector', 'whiteboard', 'phone', 'video'] },
  },
  hourlyRateCents: { type: 'integer', minimum: 0, maximum: 1000000, example: 4500 },
  status: { type: 'string', enum: ['active', 'maintenance'] },
};

const customerFields = {
  name: { type: 'string', minLength: 1, maxLength: 120, example: 'Ines Moreau' },
  email: {
    type: 'string',
    format: 'email',
    maxLength: 200,
    description: 'Unique among your customers',
  },
  phone: { type: 'string', nullable: true, pattern: '^\\+[0-9]{7,15}$', example: '+33123456789' },
  company: { type: 'string', nullable: true, maxLength: 120 },
  notes: { type: 'string', nullable: true, maxLength: 1000 },
};

const bookingFields = {
  roomId: id('room'),
  customerId: id('customer'),
  title: { type: 'string', minLength: 1, maxLength: 120, example: 'Quarterly planning' },
  start: { ...time('When the booking begins'), example: '2027-03-01T09:00:00Z' },
  end: { ...time('When the booking ends, after `start`'), example: '2027-03-01T10:30:00Z' },
  attendees: {
    type: 'integer',
    minimum: 1,
    maximum: 500,
    description: 'At most the capacity of the room',
  },
  notes: { type: 'string', nullable: true, maxLength: 1000 },
};

const object = ($id, description, required, properties, others = {}) => ({
  $id,
  type: 'object',
  description,
  required,
  additionalProperties: false,
  properties,
  ...others,
});

const created = { createdAt: time('When it was created'), updatedAt: time('When it last changed') };

const page = ($id, items) =>
  object($id, `A page of ${items}s`, ['items', 'total', 'offset', 'limit'], {
    items: { type: 'array', items: { $ref: `${items}#` } },
    total: { type: 'integer', minimum: 0, description: 'How many match, over all pages' },
    offset: { type: 'integer', minimum: 0 },
    limit: { type: 'integer', minimum: 1 },
  });

export const schemas = [
  object(
    'Room',
    'A room that can be booked',
    ['id', ...Object.keys({ ...roomFields, ...created })],
    {
      id: id('room'),
      ...roomFields,
      ...created,
    },
  ),
  object(
    'RoomInput',
    'A room as you send it. What you leave out gets its default.',
    ['name', 'capacity'],
    {
      ...roomFields,
      floor: { ...roomFields.floor, default: 0 },
      equipment: { ...roomFields.equipment, default: [] },
      hourlyRateCents: { ...roomFields.hourlyRateCents, default: 0 },
      status: { ...roomFields.status, default: 'active' },
    },
  ),
  object(
    'Customer',
    'Someone who books rooms',
    ['id', ...Object.keys({ ...customerFields, ...created })],
    { id: id('customer'), ...customerFields, ...created },
    { additionalProperties: true },
  ),
  object('CustomerInput', 'A new customer', ['name', 'email'], customerFields),
  object('CustomerChange', 'The fields to change', [], customerFields, { minProperties: 1 }),
  object(
    'Booking',
    'A room, taken by a customer for some time',
    [
      'id',
      ...Object.keys({ ...bookingFields, ...created }),
      ...['status', 'cancelReason', 'cancelledAt'],
    ],
    {
      id: id('booking'),
      ...bookingFields,
      status: {
        type: 'string',
        enum: ['pending', 'confirmed', 'cancelled'],
        description: 'A booking is pending until it is confirmed. A cancelled one stays cancelled.',
      },
      cancelReason: { type: 'string', nullable: true },
      cancelledAt: { ...time('Null unless the booking is cancelled'), nullable: true },
      ...created,
    },
  ),
  object(
    'BookingInput',
    'A new booking, which is pending',
    ['roomId', 'customerId', 'title', 'start', 'end'],
    { ...bookingFields, attendees: { ...bookingFields.attendees, default: 1 } },
  ),
  object(
    'BookingChange',
    'The fields to change. Others keep their values.',
    [],
    Object.fromEntries(
      ['title', 'start', 'end', 'attendees', 'notes'].map((name) => [name, bookingFields[name]]),
    ),
    { minProperties: 1 },
  ),
  object('Cancellation', 'Why the booking is cancelled', [], {
    reason: { type: 'string', minLength: 1, maxLength: 200, example: 'Customer is ill' },
  }),
  object('Availability', 'When a room is taken', ['roomId', 'busy'], {
    roomId: id('room'),
    busy: {
      type: 'array',
      description: 'In the order of time',
      items: {
        type: 'object',
        required: ['start', 'end'],
        properties: { start: time('Begin'), end: time('End') },
      },
    },
  }),
  page('RoomPage', 'Room'),
  page('CustomerPage', 'Customer'),
  page('BookingPage', 'Booking'),
  {
    $id: 'Error',
    type: 'object',
    description: 'What went wrong',
    required: ['statusCode', 'error', 'message'],
    properties: {
      statusCode: { type: 'integer', example: 400 },
      code: { type: 'string', example: 'FST_ERR_VALIDATION' },
      error: { type: 'string', example: 'Bad Request' },
      message: { type: 'string', example: "body must have required property 'name'" },
    },
  },
];
