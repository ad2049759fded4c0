import { env, publicOrigin } from "~/lib/env.server";

export function legalSettings() {
	return {
		supportEmail: env.SUPPORT_EMAIL,
		responsibleName: env.RESPONSIBLE_NAME,
		responsibleAddress: env.RESPONSIBLE_ADDRESS,
		liveChatUrl: env.LIVE_CHAT_URL,
		appUrl: publicOrigin,
	};
}
