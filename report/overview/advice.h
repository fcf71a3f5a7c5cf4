// What a report advises for a collective, and what a comparison comes to, in words.
#pragma once

#include <cstddef>
#include <string>

#include "app/overview/overview.h"
#include "report/document/document.h"

namespace treering::report::overview {

/// Without full stop.
std::string headline_of(const app::overview::OverviewReport& report, std::size_t index);

/// The headline with the times, the gain, how sure it is, and why.
document::Callout advice_of(const app::overview::OverviewReport& report, std::size_t index);

/// Whether something other than NCCL's own choice is advised for some collective.
bool is_anything_advised(const app::overview::OverviewReport& report);

/// Whether some of what is advised should be measured before it is set.
bool is_doubtful(const app::overview::OverviewReport& report);

/// Whether it makes NCCL take what is advised at every size, as it is.
bool is_fully_reached(const app::overview::SettingsForm& form);

/// Why there is no advice beside these runs. Without full stop.
std::string repair_text(const app::overview::RepairFirst& first);

/// Whether runs show no gain where a prediction advises something.
bool is_contradicted(const app::overview::OverviewReport& report);

/// "new.jsonl beside old.jsonl: 2 faster, 1 slower, ...". A sentence.
std::string compared_text(const app::measuring::CompareReport& compared);

}  // namespace treering::report::overview
