// The parts of files, variables and names of GPUs that an anonymised recording keeps.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "hw/world/anonymise/secret_filter.h"

namespace treering::hw::world::anonymise {

// The parts that an anonymised recording keeps of variables, NCCL's and those that choose GPUs and
// libraries, and of drivers' names for GPUs.

/// The name if NCCL has such a variable; else with placeholders for its unknown parts.
std::string harmless_variable_name(const std::string& name, SecretFilter& filter);

/// Keeps numbers, device names in known forms and known words in the values of NCCL's variables;
/// only known words in those that name hosts, addresses or files, and in unknown variables.
std::string harmless_value(const std::string& name, const std::string& value, SecretFilter& filter);

/// "NVIDIA H100 80GB HBM3", as drivers name GPUs.
std::string harmless_gpu_model(std::string_view model, SecretFilter& filter);

// The parts of discovery's texts that an anonymised recording keeps: the lines, words and bytes of
// each kind of file that are known to be harmless. Nothing of unknown files.

/// The harmless parts of `text`, the content of the file at `path`. Keeps line numbers of files
/// where discovery reports them.
std::string harmless_text(std::string_view path, const std::string& text, SecretFilter& filter);

/// The same for the content of a nccl.conf at any path.
std::string harmless_nccl_conf(const std::string& text, SecretFilter& filter);

}  // namespace treering::hw::world::anonymise
