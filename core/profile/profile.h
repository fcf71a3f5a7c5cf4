// Parameters of the cost model, each with its unit, its uncertainty and its source, under names
// such as "hopper.launch_us". docs/model.md says what each means; sim/cost reads them, the tuner
// fits them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/result.h"

namespace treering::core {

struct Parameter {
  double value = 0;    // 1e-12 to 1e12
  std::string unit;    // "us", "GB/s", "B"; empty for factors
  double spread = 0;   // standard error of ln(value): 0.1 is about 10 %
  std::string source;  // where the figure comes from
  bool operator==(const Parameter&) const = default;
};

/// How measurements of one collective deviate from the parameters' prediction: ln(measured /
/// predicted) at some sizes.
struct Correction {
  struct Point {
    std::uint64_t bytes = 0;
    double log_ratio = 0;
    double spread = 0;  // of ln(time) near this size in the job; 0: use the profile's scatter
    bool operator==(const Point&) const = default;
  };
  Collective collective = Collective::AllReduce;
  std::string algorithm;      // forced; empty: as NCCL chose
  std::vector<Point> points;  // by ascending size
  int nodes = 0;              // of the job; 0: any
  int ranks = 0;
  /// Whether the correction holds for a job of this size.
  bool is_for(int job_nodes, int job_ranks) const {
    return (nodes == 0 || nodes == job_nodes) && (ranks == 0 || ranks == job_ranks);
  }
  bool operator==(const Correction&) const = default;
};

struct Profile {
  std::string name;
  std::string description;
  std::map<std::string, Parameter> parameters;
  std::vector<Correction> corrections;
  /// The marks of the measurements that fits have used.
  std::set<std::uint32_t> fitted_rows;
  bool operator==(const Profile&) const = default;
};

/// The mark of a measurement that this text describes: FNV-1a, its 64 bits folded to 32 as
/// RFC 9923 recommends.
std::uint32_t row_mark(std::string_view text);

/// `base` with everything in `over` added or replaced, under the name of `over`. A correction
/// replaces the one of the same collective and algorithm. `fitted_rows` are those of both.
Profile overlaid(Profile base, const Profile& over);

/// A problem with a parameter. Phrases as in Error.
struct ParameterProblem {
  std::string field;  // "unit" or "value"; empty: its name
  std::string found;
  std::string expected;
  std::string hint;
};

/// Checks a parameter by its name. Nothing when it is correct.
using ParameterCheck =
    std::function<std::optional<ParameterProblem>(std::string_view name, const Parameter&)>;

/// "treering.profile/1". Errors name the line and the field. `where` is the file's name. Without
/// `check`, any name and unit are accepted (sim/cost/parameters.h has the cost model's check).
Result<Profile> profile_from_json(std::string_view text, const std::string& where,
                                  const ParameterCheck& check = {});

/// Parameters by name, one a line.
std::string profile_to_json(const Profile& profile);

}  // namespace treering::core
