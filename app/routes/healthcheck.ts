import { checkHealth } from "~/lib/metrics/health.server";

export const handle = { forPrograms: true, failsWith503: true };

/**
 * Responds 200 "ok" while the database can be read and written, otherwise 503 with the reason. Warnings for the
 * operator follow.
 */
export async function loader() {
	const { problem, warnings } = await checkHealth();
	const lines = [problem ?? "ok", ...warnings.map((warning) => `Aviso: ${warning}`)];
	return new Response(`${lines.join("\n")}\n`, {
		status: problem ? 503 : 200,
		headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" },
	});
}
