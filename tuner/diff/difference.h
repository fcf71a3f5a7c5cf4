// In what two machines differ, a sentence each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treering::tuner::diff {

/// What it means for collectives.
enum class Severity {
  Heavy,     // they are slower on one of the two, or other algorithms are chosen
  Possible,  // may matter, by what runs there
  Harmless,  // other names for the same
  Unknown,   // no difference: one of the two does not report it
};

/// "heavy", "possible", "harmless", "untold".
std::string_view name_of(Severity severity);

struct Difference {
  std::string topic;  // in snake_case, one for each kind of difference: "gpu_missing"
  Severity severity = Severity::Harmless;
  std::vector<std::string> devices;  // of the first machine, or those that only the second has
  std::string what;                  // "8 PCIe lanes in A, 16 in B"

  /// "GPU 0, GPU 3: 8 PCIe lanes in A, 16 in B".
  [[nodiscard]] std::string text() const;
  bool operator==(const Difference&) const = default;
};

/// A figure of one machine, in words, and whether its source reports it; what is assumed is
/// unknown.
struct Side {
  std::string text;
  bool is_known = true;
};

/// The same figure of both.
struct Figures {
  std::string_view name;  // before the texts; may be empty
  Side a;
  Side b;
};

/// Differences in the order in which they were added; those of equal words become one, of several
/// devices.
class Differences {
 public:
  /// \param device empty where it is of the whole machine
  void add(std::string_view topic, Severity severity, const std::string& device, std::string what);

  /// "8 PCIe lanes in A, 16 in B" of figures that differ; where one side is unknown, a remark
  /// that it does not; where neither does, nothing.
  void add(std::string_view topic, Severity severity, const std::string& device,
           const Figures& figures);

  /// Whether there is a difference, not a remark, of that topic.
  [[nodiscard]] bool has(std::string_view topic) const;

  /// The heavy ones first.
  [[nodiscard]] std::vector<Difference> sorted() const;

 private:
  std::vector<Difference> all_;
};

}  // namespace treering::tuner::diff
