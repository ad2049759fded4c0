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
	// Chromium and iPhones take it away too, with no version: from then on nothing could be read or kept.
	database.onclose = database.onversionchange = () => {
		database.close();
		opened = undefined;
	};
	return database;
}

export async function read<Value>(store: "state" | "entries", key: string): Promise<Value | undefined> {
	const database = await open();
	return resultOf<Value | undefined>(database.transaction(store).objectStore(store).get(key));
}

export async function readEntries<Value>(): Promise<Value[]> {
	const database = await open();
	return resultOf<Value[]>(database.transaction("entries").objectStore("entries").getAll());
}

/**
 * Changes the database in one transaction: all at once, and with nobody else's writes between what `work` reads and writes.
 * Resolves when the disk has it.
 * @throws the Event of an aborted transaction, as on a full disk
 */
export async function write(work: (state: IDBObjectStore, entries: IDBObjectStore) => void): Promise<void> {
	const database = await open();
	const transaction = database.transaction(["state", "entries"], "readwrite", { durability: "strict" });
	work(transaction.objectStore("state"), transaction.objectStore("entries"));
	return new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = reject;
	});
}

function resultOf<Value>(request: IDBRequest): Promise<Value> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = reject;
	});
}
