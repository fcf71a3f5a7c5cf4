// Tables whose first column names what several rows belong to.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/text/table.h"

namespace treering::report {

using TableRows = std::vector<std::vector<std::string>>;

/// Heading, marked with "#", and rows. Where that is wider than `width`, each name of the first
/// column stands on a line of its own above its rows, and columns stand closer.
std::string grouped_table(std::vector<core::Column> columns, const TableRows& rows,
                          std::size_t width);

/// Columns of the widest line.
std::size_t width_of(std::string_view text);

}  // namespace treering::report
