/** The operator's report, without personal data. */

import { dirname } from "node:path";
import { readBuildVersion } from "~/lib/build-version.server";
import { type BackupTimes, readBackupTimes } from "~/lib/database/backup-times.server";
import { env } from "~/lib/env.server";
import { type RunFigures, readFigures } from "~/lib/metrics/run-figures.server";
import { addDays } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import { DAY_MS } from "~/lib/units/durations";
import { readBackups } from "./backups";
import { countRows, readLargestPerson, readMail } from "./counts";
import { daysUntilFull } from "./disks";
import { growthBetween } from "./growth";
import { sizeOfImages } from "./images";
import { diskOf, type Size, sizeBelow, sizeBeside, sizeOf } from "./sizes";

const LISTED_ROUTES = 8;

/** Data of the operator's report. Sizes are in bytes, instants in UTC milliseconds. */
export type DataReport = Awaited<ReturnType<typeof reportData>>;

/** Collects the report's data. Changes nothing, and may run beside a server. */
export async function reportData() {
	const now = Date.now();
	const { sqlite } = await import("~/lib/database/db.server");
	const times = await readBackupTimes();
	const seen = new Set<string>();
	const { replaced, ...uploads } = sizeOfImages(sqlite, seen);
	const backups = times ? readBackups(seen, now) : undefined;
	const databaseBytes = sizeOf(env.DATABASE_PATH);
	const disk = diskOf(dirname(env.DATABASE_PATH));
	const growth = growthBetween(backups?.oldest, { at: now, databaseBytes, imageBytes: uploads.bytes });
	const backupCount = backups?.shown.count ?? 0;
	const days = growth && daysUntilFull(growth, { databaseBytes, backupCount });
	const figures = readFigures();
	return {
		at: now,
		version: readBuildVersion(),
		...countRows(sqlite, now),
		largestPerson: readLargestPerson(sqlite),
		database: { path: env.DATABASE_PATH, bytes: databaseBytes, walBytes: sizeOf(`${env.DATABASE_PATH}-wal`) },
		uploads: { path: env.UPLOADS_DIR, ...uploads },
		/**
		 * Number, size and times of the backups; null when their folder cannot be read. The size leaves out hard links
		 * to images in the uploads folder.
		 */
		backups: backups && times ? { path: env.BACKUPS_DIR, ...backups.shown, ...shownTimes(times) } : null,
		/** Copies of the database made before updates. */
		safetyCopies: sizeBeside(env.DATABASE_PATH, ".before-"),
		/** Data that earlier restores have replaced, or that were saved of a lost database; the operator may delete them. */
		replaced: sum(
			sizeBeside(env.DATABASE_PATH, ".replaced-"),
			sizeBeside(env.DATABASE_PATH, ".rescued-"),
			sizeBeside(env.UPLOADS_DIR, ".replaced-"),
			replaced,
		),
		outbox: { path: env.OUTBOX_DIR, ...sizeBelow(env.OUTBOX_DIR) },
		disk: { freeBytes: disk.freeBytes, used: disk.used },
		/** Bytes per day by which database and images grow; null unless the oldest backup is readable and three days old. */
		growth: growth ?? null,
		/**
		 * Date on which a disk will be full; null if none will be full within ten years, or if the growth is
		 * unknown.
		 */
		fullOn: days === undefined ? null : addDays(plantDay(now), days),
		mail: { ...readMail(sqlite, now), ...(figures?.mails ?? { sent: null, dropped: null }) },
		run: figures ? { since: figures.since, until: figures.until, slowest: slowestOf(figures.routes) } : null,
	};
}

/** Time for which the newest backup of each day is kept, if there are backups every day (`remove-old.server.ts`). */
const KEPT_MS = 14 * DAY_MS;

function shownTimes({ lastAt, copiedAt, future }: BackupTimes) {
	return {
		lastAt: lastAt ?? null,
		/** Time until which the newest backup is normally kept, in UTC milliseconds. */
		keptUntil: lastAt === undefined ? null : lastAt + KEPT_MS,
		copiedAt: copiedAt ?? null,
		future,
	};
}

function slowestOf(routes: RunFigures["routes"]) {
	return Object.entries(routes)
		.map(([route, { requests, totalMs, longestMs, slow }]) => ({
			route,
			requests,
			meanMs: Math.round(totalMs / requests),
			longestMs: Math.round(longestMs),
			slow,
		}))
		.sort((one, other) => other.meanMs - one.meanMs)
		.slice(0, LISTED_ROUTES);
}

function sum(...sizes: Size[]): Size {
	return sizes.reduce((one, other) => ({
		files: one.files + other.files,
		bytes: one.bytes + other.bytes,
	}));
}
