/**
 * Limits on a user's stored photos. Counting and inserting share a transaction, so that parallel requests cannot
 * exceed a limit.
 */
import { limitOf, spendIn, tokensLeftIn } from "~/features/auth/rate-limits/attempts.server";
import type { Trx } from "~/lib/database/db.server";
import { findRequestContext } from "~/lib/http/request-context.server";
import { siteOf } from "~/lib/http/site-of-address.server";
import { MB } from "~/lib/units/bytes";
import { maxImageBytes } from "./image-bytes";

const MAX_IMAGES_PER_USER = 1500;
/** Limit for all unverified users together, so that fake accounts cannot fill the disk. */
const MAX_BYTES_OF_UNVERIFIED_USERS = 1000 * MB;
/**
 * With less room than this left for them, each client address has only its own share, so that one person with many
 * accounts cannot take the room of all newcomers.
 */
const SHORT_BYTES = MAX_BYTES_OF_UNVERIFIED_USERS / 2;

interface Quota {
	images: number;
	bytes: number;
}

/** Returns the number of photos and bytes that a user may still add after the `leaving` photos are deleted. */
export async function remainingQuota(
	trx: Trx,
	{ userId, isVerified }: { userId: string; isVerified: boolean },
	leaving: readonly { bytes: number }[],
	now: number,
): Promise<Quota> {
	const used = await trx
		.selectFrom("document_images")
		.select(({ fn }) => [fn.countAll<number>().as("images"), fn.sum<number | null>("bytes").as("bytes")])
		.where("user_id", "=", userId)
		.executeTakeFirstOrThrow();
	const own = maxImageBytes(isVerified) - (used.bytes ?? 0);
	const shared = isVerified ? own : await bytesLeftForUnverified(trx, now);
	return {
		images: MAX_IMAGES_PER_USER - used.images + leaving.length,
		bytes: Math.min(own, shared) + leaving.reduce((sum, { bytes }) => sum + bytes, 0),
	};
}

/** Counts photos that an unverified user adds towards the share of the client address. */
export async function noteUnverified(
	trx: Trx,
	images: readonly { bytes: number }[],
	now: number,
): Promise<void> {
	const megabytes = images.reduce((sum, { bytes }) => sum + bytes, 0) / MB;
	await spendIn(trx, [ownShare()], megabytes, now);
}

async function bytesLeftForUnverified(trx: Trx, now: number): Promise<number> {
	const left = MAX_BYTES_OF_UNVERIFIED_USERS - (await bytesOfUnverifiedUsers(trx));
	if (left >= SHORT_BYTES) return left;
	return Math.min(left, (await tokensLeftIn(trx, ownShare(), now)) * MB);
}

function ownShare() {
	const address = findRequestContext()?.clientAddress ?? "";
	// A home has one IPv4 address, but 256 networks of IPv6, each of which would have a share.
	return limitOf("unverified-photos", address.includes(":") ? siteOf(address) : address);
}

async function bytesOfUnverifiedUsers(trx: Trx): Promise<number> {
	const { bytes } = await trx
		.selectFrom("users")
		.innerJoin("document_images", "document_images.user_id", "users.id")
		.select(({ fn }) => fn.sum<number | null>("document_images.bytes").as("bytes"))
		.where("users.email_verified_at", "is", null)
		.executeTakeFirstOrThrow();
	return bytes ?? 0;
}

/** Returns the photos that fit into the quota: all photos before the first photo that would exceed it. */
export function withinQuota<Image extends { bytes: number }>(images: readonly Image[], quota: Quota) {
	let bytes = 0;
	const firstOut = images.findIndex((image, index) => {
		bytes += image.bytes;
		return index >= quota.images || bytes > quota.bytes;
	});
	return firstOut === -1 ? [...images] : images.slice(0, firstOut);
}
