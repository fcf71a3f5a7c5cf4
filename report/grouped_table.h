// Tables whose first column names what several rows belong to.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/fitted_table.h"

namespace treering::report {

using TableRows = std::vector<std::vector<std::string>>;

/// Heading, marked with "#", and rows. Where that is wider than `width`, each name of the first
/// column stands on a line of its own above its rows, columns stand closer, and those without room
/// are named below.
std::string grouped_table(std::vector<FittedColumn> columns, const TableRows& rows,
                          std::size_t width);

/// The rows alone, at any width.
std::string plain_rows(const std::vector<FittedColumn>& columns, const TableRows& rows);

/// Columns of the widest line.
std::size_t width_of(std::string_view text);

}  // namespace treering::report
