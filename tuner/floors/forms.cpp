#include "tuner/floors/forms.h"

#include <cmath>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/text/table.h"

namespace treering::tuner::floors {

#define FLOOR_FORM(function, name, summary) Written write_##function(const Sheet&);
#include "tuner/floors/forms.def"
#undef FLOOR_FORM

std::span<const Form> all_forms() {
#define FLOOR_FORM(function, name, summary) Form{name, summary, write_##function},
  static constexpr std::array kForms{
#include "tuner/floors/forms.def"
  };
#undef FLOOR_FORM
  return kForms;
}

std::string heading_of(const Sheet& sheet, std::string_view mark) {
  const std::string text = fmt::format(
      "Floors of busbw for {}, by treering expect: the cost model, not measured on this machine.\n"
      "At most {:.0f} of 100 healthy machines are expected below a floor (docs/floors.md).",
      core::printable(job_text(sheet)), 100 * kGoodBelow);
  constexpr std::size_t kWidth = 96;
  std::string lines;
  for (core::LineReader paragraphs(text); paragraphs.next();) {
    const std::string wrapped = core::wrapped(paragraphs.line(), kWidth, 0);
    for (core::LineReader rows(wrapped); rows.next();) {
      lines += fmt::format("{} {}\n", mark, rows.line());
    }
  }
  return lines;
}

std::string power_text(const Row& row) {
  return fmt::format("catches a loss of {:.0f} % in {:.0f} of 100, of {:.0f} % in {:.0f}",
                     100 * kSmallLoss, std::floor(100 * row.catches_small), 100 * kLargeLoss,
                     std::floor(100 * row.catches_large));
}

std::string figure(core::Bandwidth rate) {
  return fmt::format("{}", core::rounded(rate.in_gb_per_s()));
}

}  // namespace treering::tuner::floors
