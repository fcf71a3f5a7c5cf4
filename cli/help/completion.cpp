#include "cli/help/completion.h"

#include <array>

#include "cli/commands.h"
#include "core/named_values.h"

namespace treering::cli {
namespace {

struct ShellEntry {
  std::string (*value)();
  std::string_view name;
};
constexpr std::array<ShellEntry, 3> kShells{{
    {bash_completion, "bash"},
    {zsh_completion, "zsh"},
    {fish_completion, "fish"},
}};

}  // namespace

core::Result<Answer> run_completion(const Arguments& arguments, const Display& /*display*/) {
  const auto script = core::parse_name("completion", arguments.positional(0), kShells);
  if (!script) return core::fail(script.error());
  return Answer{.text = (*script)(), .notes = {}, .refusal = {}};
}

}  // namespace treering::cli
