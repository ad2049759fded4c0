/** The worker's database on the phone. Later versions only add stores, because an older worker may open it too. */

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
	opened ??= openAnew();
	opened.catch(() => {
		opened = undefined;
	});
	return opened;
}

async function openAnew(): Promise<IDBDatabase> {
	const request = indexedDB.open("relevo");
	request.onupgradeneeded = () => {
		request.result.createObjectStore("state");
		request.result.createObjectStore("entries");
	};
	const database = await resultOf<IDBDatabase>(request);
	database.onversionchange = () => {
		database.close();
		opened = undefined;
	};
	return database;
}

type StoreName = "state" | "entries";

export async function read<Value>(store: StoreName, key: string): Promise<Value | undefined> {
	const database = await open();
	return resultOf<Value | undefined>(database.transaction(store).objectStore(store).get(key));
}

export async function readEntries<Value>(): Promise<Value[]> {
	const database = await open();
	return resultOf<Value[]>(database.transaction("entries").objectStore("entries").getAll());
}

/** Writes values all at once, or removes those that are undefined. Resolves when the disk has them. */
export async function write(...changes: readonly [StoreName, string, unknown][]): Promise<void> {
	const database = await open();
	const transaction = database.transaction(["state", "entries"], "readwrite", { durability: "strict" });
	for (const [store, key, value] of changes) {
		const target = transaction.objectStore(store);
		if (value === undefined) target.delete(key);
		else target.put(value, key);
	}
	await new Promise<void>((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () => reject(transaction.error);
	});
}

function resultOf<Value>(request: IDBRequest): Promise<Value> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}
