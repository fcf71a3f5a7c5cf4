// The name of a term, which is written out only where somebody reads it: most terms are only
// priced.
#pragma once

#include <optional>
#include <string>

namespace treering::sim::cost::terms {

class Label {
 public:
  Label() = default;
  /// \param text a literal, as `form` below
  Label(const char* text) : form_(text) {}
  /// "{} hops inside nodes", and the number in place of {}.
  Label(const char* form, double number) : form_(form), number_(number) {}

  std::string text() const;

 private:
  const char* form_ = "";
  std::optional<double> number_;
};

}  // namespace treering::sim::cost::terms
