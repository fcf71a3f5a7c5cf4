// A report in words: names and figures, sentences about charts and tables, advice.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/overview/overview.h"
#include "core/units.h"
#include "report/document/document.h"

namespace treering::report::overview {

// Names and figures that several parts of a report use.

/// "Ring/LL128"; "sends and receives" where there is nothing to choose.
std::string choice_text(const std::string& algorithm, const std::string& protocol);

/// "41.2" us, "358" GB/s: three significant digits or whole numbers. Microseconds are for tables,
/// whose columns have one unit; sentences have short_time(), as charts have at their axes.
std::string us_text(core::Duration time);
std::string rate_text(core::Bandwidth rate);

/// "31.2..49".
std::string within_text(const sim::estimates::Interval& within);

/// The last part of its path: "run.log".
std::string file_text(const std::string& path);

/// "run.log: Ring/Simple", "run.log: NCCL's choice".
std::string measured_name(const app::overview::MeasuredSeries& series);

/// "a", "a and b", "a, b and c".
std::string joined(const std::vector<std::string>& parts);

// What charts and tables of a report show, in sentences made of their values.

/// Which algorithm is the fastest where, how NCCL's choice fares, where bands overlap, and how
/// measured points lie.
std::string time_sentence(const app::overview::CollectivePart& part);

/// The highest busbw, its share of what the wires allow, and from which size half of it is reached.
std::string busbw_sentence(const app::overview::CollectivePart& part);

/// Of repeats within one file.
std::string spread_sentence(const app::overview::Spread& spread);

/// Of two files.
std::string pair_sentence(const app::overview::FilePair& pair);

// What a report advises for a collective, and what a comparison comes to, in words.

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
