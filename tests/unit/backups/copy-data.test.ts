import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { photoFile } from "~/lib/images/image-files";
import { copyAll } from "../../../scripts/operator/copy-data";
import { makeUser } from "../../support/accounts";
import { temporaryFolder } from "../../support/temporary-folder";

const fileOf = (photo: string) => join(env.UPLOADS_DIR, photoFile(photo));

test("a backup has every photo that its database names, however often the photos change meanwhile", async () => {
	const { id } = await makeUser();
	const photos = Array.from({ length: 6 }, () => randomUUID());
	/** Replaces the photo before by this one, as the server does. */
	const change = async (turn: number) => {
		writeFileSync(fileOf(photos[turn] ?? ""), `photo ${turn}`);
		await db.updateTable("users").set({ photo: photos[turn] }).where("id", "=", id).execute();
		rmSync(fileOf(photos[turn - 1] ?? ""), { force: true });
	};
	mkdirSync(env.UPLOADS_DIR, { recursive: true });
	const [work, pool] = [temporaryFolder(), temporaryFolder()];
	const copied = join(work, "relevo.sqlite");
	let isOver = false;
	const copying = copyAll(work, pool, new Map(), false).finally(() => {
		isOver = true;
	});
	const until = async (isSo: () => boolean) => {
		while (!isOver && !isSo()) await nextTurn();
	};
	for (let turn = 0; turn < photos.length && !isOver; turn++) {
		await change(turn);
		// The database of this turn's photo has been copied, the photo has not.
		await until(() => !existsSync(copied));
		await until(() => existsSync(copied) && statSync(copied).size > 0);
	}
	const { names, filled } = await copying;
	expect(filled.missing).toEqual([]);
	expect(names.map((name) => existsSync(join(pool, name)))).toEqual([true]);
});
