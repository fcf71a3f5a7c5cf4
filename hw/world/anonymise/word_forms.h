// Words by their form: harmless ones, which an anonymised recording may hold, and addresses, which
// identify a machine.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treering::hw::world::anonymise {

// The words and names that an anonymised recording may hold: those of Linux, of drivers, of NCCL
// and its plugins, of formats. Anything else counts as a secret.

/// Who wrote a text, which decides what in it is harmless.
enum class Trust {
  Words,   // anybody may have written it: known words
  Values,  // it is about devices and settings: numbers, and names of devices in known forms, too
  System,  // the kernel wrote it: names of its other units, too
};

/// Whether all of `text` is a word, or a name in a known form ("mlx5_0", "enp23s0f0"), or a number
/// of up to five digits, in any case.
bool is_harmless(std::string_view text, Trust trust);

/// Whether all of `text` matches `form`, in any case: '#' is one to five decimal digits, '%' one to
/// eight hexadecimal ones, all else itself.
bool has_form(std::string_view text, std::string_view form);

/// A part of a GPU's name: "NVIDIA", "H100", "SXM4", "40GB", "4090".
bool is_gpu_model_word(std::string_view text);

/// "nvmlDeviceGetNvLinkState", with or without "_v2".
bool is_nvml_call(std::string_view text);

/// Where discovery looks for a word anywhere in a text, it also stands within longer ones
/// ("mydocker7"): its place in `text`, nothing for none. Empty where there is none.
std::string_view mark_in(std::string_view text);

// Recognises, by form, addresses that identify a machine or a part of it: UUIDs, GUIDs, GIDs,
// hardware and IP addresses. Also bus ids, which identify nothing.

/// Hexadecimal digits of an address, with any separators.
struct HexPart {
  std::size_t begin = 0;
  std::string digits;
};

struct Address {
  enum class Form { Ipv4, Ipv6, Hex };
  Form form = Form::Hex;
  std::vector<HexPart> parts;  // of Hex: each identifies something by itself
};

/// How many characters at the start of `text` are one address; 0 for none. UUID (8-4-4-4-12), GUID
/// (aaaa:bbbb:cccc:dddd), GID (eight such groups), hardware addresses of six bytes and more
/// (aa:bb:...), "enx" with twelve digits, "0x" with sixteen, IPv4, IPv6.
std::size_t address_size(std::string_view text);

/// \pre address_size(text) is all of it
Address address_of(std::string_view text);

/// Addresses that every machine has: 127.0.0.1, 0.0.0.0, ::1, ::.
bool is_common_address(std::string_view text);

/// The same for the address of a PCI function, "0000:17:00.0", also without the function, and for
/// what NVML gives for an end that it hides, "fffffff:ffff:ff".
std::size_t bus_id_size(std::string_view text);

}  // namespace treering::hw::world::anonymise
