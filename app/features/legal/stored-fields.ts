import { policyWords as payWords } from "~/features/agreement/pay-settings-form";
import { documentPolicy } from "~/features/documents/document-columns";
import { policyWords as profileWords } from "~/features/profile/form/profile-form";
import { ownDayFacts } from "~/features/shift/own-day";

const list = new Intl.ListFormat("es");

/** What people may store, in words of the privacy policy, from the tables of each feature. */
export const storedFields = {
	profile: list.format(new Set([...Object.values(payWords), ...Object.values(profileWords)])),
	documents: documentPolicy(),
	ownDays: list.format(Object.values(ownDayFacts).map(({ many }) => many)),
};
