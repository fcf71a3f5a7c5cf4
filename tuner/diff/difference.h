// A difference of two machines, in a sentence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treering::tuner::diff {

/// The effect of a difference on collectives.
enum class Severity {
  Heavy,     // they are slower on one of the two, or other algorithms are chosen
  Possible,  // may matter, by what runs there
  Harmless,  // other names for the same
  Unknown,   // no difference: one of the two does not report it
};

/// "heavy", "possible", "harmless", "unknown".
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

/// A figure of one machine, in words, and whether its source reports it; an assumed figure is
/// unknown.
struct Side {
  std::string text;
  bool is_known = true;
};

/// The same figure of both machines.
struct Figures {
  std::string_view name;  // before the texts; may be empty
  Side a;
  Side b;
};

/// Collects differences in the order of adding; equal sentences on several devices become one.
class Differences {
 public:
  /// \param device empty for the whole machine
  void add(std::string_view topic, Severity severity, const std::string& device, std::string what);

  /// "8 PCIe lanes in A, 16 in B" for figures that differ; a remark where one side is unknown;
  /// nothing where both are.
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
