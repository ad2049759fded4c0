import { checkHealth } from "~/lib/metrics/health.server";

/**
 * Health check: responds 200 with "ok" and the warnings, one per line, while the database can be read and written.
 * Otherwise responds 503 with the reason.
 */
export async function loader() {
	const { problem, warnings } = await checkHealth();
	const lines = [problem ?? "ok", ...warnings.map((warning) => `Aviso: ${warning}`)];
	return new Response(`${lines.join("\n")}\n`, {
		status: problem ? 503 : 200,
		headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" },
	});
}
