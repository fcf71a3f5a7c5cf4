#include "gui/timeline/sums.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "core/unit_text.h"
#include "gui/models/words.h"
#include "gui/paint/deeds.h"

namespace treering::gui::timeline {

using app::simulation::Deeds;
using app::simulation::Doing;
using app::simulation::Tracks;

Sums sums_of(const Tracks& tracks, const models::Span& span, const Summed& what) {
  constexpr double kNothing = 1e-6;  // of the span: but for rounding
  Sums sums{span, {}, what.tracks.tracks, what.tracks.name, false, {}};
  const auto of = [&](int track) {
    Deeds deeds = tracks.busy(track, span.to_us);
    return deeds.add(tracks.busy(track, span.from_us), -1);
  };
  for (const auto& kind : what.tracks.kinds) sums.deeds.add(of(kind.track), kind.count);
  if (what.looked_at) {
    sums.is_gap = of(*what.looked_at).all() <= kNothing * (span.to_us - span.from_us);
  }
  const Tracks::Window window{span.from_us, span.to_us};
  for (const int link : what.links) {
    sums.links.push_back({link, tracks.link_bytes(link, window), tracks.mean_load(link, window)});
  }
  return sums;
}

QString words_of(const Sums& sums, const Tracks& tracks) {
  const QString what = sums.is_gap ? QObject::tr("gap") : QObject::tr("span");
  QString text = QObject::tr("%1 %2, from %3 to %4")
                     .arg(what, models::us_text(sums.span.to_us - sums.span.from_us),
                          models::us_text(sums.span.from_us), models::us_text(sums.span.to_us));
  if (sums.tracks > 0) {
    QStringList deeds;
    for (const Doing doing : {Doing::Sends, Doing::Combines, Doing::Keeps}) {
      deeds << QObject::tr("%1 %2").arg(paint::word_of(doing),
                                        models::us_text(sums.deeds.of(doing)));
    }
    const double all = sums.tracks * (sums.span.to_us - sums.span.from_us);
    deeds << QObject::tr("%1 %2").arg(paint::word_of(Doing::Waits),
                                      models::us_text(std::max(0.0, all - sums.deeds.all())));
    text += QObject::tr("; %1: ").arg(sums.name) + deeds.join(QStringLiteral(", "));
  }
  for (const LinkSum& link : sums.links) {
    text += QObject::tr("; %1: %2, mean load %3 %")
                .arg(QString::fromStdString(tracks.link_name(link.link)),
                     QString::fromStdString(
                         core::format_size(static_cast<std::uint64_t>(std::llround(link.bytes)))))
                .arg(100 * link.mean, 0, 'f', 0);
  }
  return text;
}

QString words_of(const WantedSums& wanted, const Tracks& tracks) {
  return words_of(sums_of(tracks, wanted.span, wanted.what), tracks);
}

}  // namespace treering::gui::timeline
