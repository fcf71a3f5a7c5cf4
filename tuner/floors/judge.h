// Measured rows beside the floors of a sheet.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/units.h"
#include "tuner/floors/sheet.h"
#include "tuner/measurement.h"

namespace treering::tuner::floors {

struct JudgedRow {
  Measurement measurement;
  core::Bandwidth busbw;
  std::optional<core::Bandwidth> floor;  // nothing: it is not judged
  std::string why_not;                   // a phrase where it is not judged; else empty

  [[nodiscard]] bool is_below() const { return floor && busbw < *floor; }
  [[nodiscard]] bool is_wrong() const { return measurement.wrong.value_or(0) > 0; }
  [[nodiscard]] bool is_failed() const { return is_below() || is_wrong(); }
};

/// The floor at a size: between two sizes of the collective, ln(busbw) linear in ln(bytes); up to
/// twice the largest size that of the largest. Nothing elsewhere.
std::optional<core::Bandwidth> floor_at(const Sheet& sheet, core::Collective collective,
                                        core::Bytes bytes);

/// All rows, in their order. Fails where a row is of another job than the sheet, and where no row
/// has a floor. \pre there are rows
core::Result<std::vector<JudgedRow>> judge(const Sheet& sheet,
                                           const std::vector<Measurement>& rows);

/// The suite of a continuous integration: a case for each row, failed where the row is.
std::string junit_of(const Sheet& sheet, const std::vector<JudgedRow>& rows);

}  // namespace treering::tuner::floors
