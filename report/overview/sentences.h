// What charts and tables of a report show, in sentences made of their values.
#pragma once

#include <string>

#include "app/overview/overview.h"

namespace treering::report::overview {

/// Which algorithm is the fastest where, how NCCL's choice fares, where bands overlap, and how
/// measured points lie.
std::string time_sentence(const app::overview::CollectivePart& part);

/// The highest busbw, its share of what the wires allow, and from which size half of it is reached.
std::string busbw_sentence(const app::overview::CollectivePart& part);

/// Of repeats within one file.
std::string spread_sentence(const app::overview::Spread& spread);

/// Of two files.
std::string pair_sentence(const app::overview::FilePair& pair);

}  // namespace treering::report::overview
