const tokens = new Map([
  ['shop_red_1b9d7f2ac0e4', 'red'],
  ['shop_blue_6ea2c95d4f83', 'blue'],
]);

let lastId = 5000;
export const nextId = () => {
  lastId += 1;
  return lastId;
};

const shops = new Map();
for (const [index, name] of ['red', 'blue'].entries()) {
  shops.set(name, {
    shop: { id: index + 1, name: `The ${name} shop`, currency: 'EUR' },
    products: new Map(),
    images: new Map(),
    orders: new Map(),
    jobs: new Map(),
  });
}

export function shopOf(token) {
  const name = tokens.get(token);
  return name === undefined ? undefined : shops.get(name);
}

export function insert(records, fields) {
  const now = new Date().toISOString();
  const record = { id: nextId(), ...fields, createdAt: now, updatedAt: now };
  records.set(record.id, record);
  return record;
}

export function change(record, fields) {
  return Object.assign(record, fields, { updatedAt: new Date().toISOString() });
}

/** A page of `records`, and the cursor of the next one. A cursor that nobody made is undefined. */
export function page(records, { sort, limit, cursor }) {
  const field = sort.replace('-', '');
  const sign = sort.startsWith('-') ? -1 : 1;
  const compare = (one, two) => {
    if (one[0] !== two[0]) return one[0] < two[0] ? -sign : sign;
    return one[1] - two[1];
  };
  const keyOf = (record) => [record[field], record.id];
  const sorted = records.toSorted((one, two) => compare(keyOf(one), keyOf(two)));

  let rest = sorted;
  if (cursor !== undefined) {
    const last = readCursor(cursor, typeof records[0]?.[field]);
    if (last === undefined) return undefined;
    rest = sorted.filter((record) => compare(keyOf(record), last) > 0);
  }
  const items = rest.slice(0, limit);
  const lastItem = items.at(-1);
  const nextCursor =
    rest.length > limit
      ? Buffer.from(JSON.stringify(keyOf(lastItem).slice(field === 'id' ? 1 : 0))).toString(
          'base64url',
        )
      : null;
  return { items, nextCursor };
}

function readCursor(cursor, type) {
  try {
    const parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(parsed) || !Number.isInteger(parsed.at(-1))) return undefined;
    if (parsed.length === 1) return type === 'string' ? undefined : [parsed[0], parsed[0]];
    const fits = type === 'undefined' || typeof parsed[0] === type;
    return parsed.length === 2 && fits ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const goods = [
  ['MUG-0001', 'Blue mug', 1290, 'kitchen'],
  ['MUG-0002', 'Red mug', 1190, 'kitchen'],
  ['PAN-0001', 'Iron pan', 5900, 'kitchen'],
  ['HOSE-001', 'Garden hose', 2450, 'garden'],
  ['RAKE-001', 'Rake', 1875, 'garden'],
  ['SEED-001', 'Sunflower seeds', 290, 'garden'],
  ['PEN-0001', 'Pen', 150, 'office'],
  ['PAPER-01', 'Paper, 500 sheets', 650, 'office'],
  ['CHAIR-01', 'Chair', 18900, 'office'],
  ['LAMP-001', 'Desk lamp', 3990, 'office'],
  ['KITE-001', 'Kite', 2200, 'toys'],
  ['BEAR-001', 'Bear', 1650, 'toys'],
  ['TRAIN-01', 'Wooden train', 4750, 'toys'],
];

for (const shop of shops.values()) {
  const products = goods.map(([sku, name, price, category], index) =>
    insert(shop.products, {
      sku,
      name,
      description: index % 2 === 0 ? `${name}, made to last` : null,
      price,
      category,
      tags: [['new', 'gift'], [], ['sale']][index % 3],
      stock: (index * 13) % 40,
      active: index % 4 !== 3,
      hasImage: false,
    }),
  );
  for (let index = 0; index < 12; index += 1) {
    const status = ['unpaid', 'paid', 'shipped'][index % 3];
    const lines = [products[index], products[(index * 5 + 3) % 13]].map(({ id, price }, line) => ({
      productId: id,
      quantity: 1 + ((index + line) % 3),
      unitPrice: price,
    }));
    insert(shop.orders, {
      status,
      lines,
      total: lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0),
      note: index % 4 === 0 ? 'Leave it at the door' : null,
      address: `${index + 1} Main Street`,
      deliverAfter: null,
      paidAt: status === 'unpaid' ? null : '2026-11-10T09:00:00.000Z',
      shippedAt: status === 'shipped' ? '2026-11-12T15:30:00.000Z' : null,
      version: 1,
    });
  }
}
