# Mixed models of this study's data, for whoever wants them beside the exact tests of the report.
# They are exploratory: what was planned is in the study's file, and the report tests that.
#
#   Rscript mixed-models.R        in this folder; needs the package lme4, and takes ordinal if it is there
#
# With few people the models often do not settle; what R warns of is then more telling than what it prints.

suppressPackageStartupMessages(library(lme4))

sheet <- function(name) {
  found <- Sys.glob(file.path("..", "data", paste0("*_table-", name, "_data.csv")))
  # Text columns stay text: a code or an answer such as 1 is a name, and only what is made a number below is one.
  read.csv(found, check.names = FALSE, na.strings = "", colClasses = "character", fileEncoding = "UTF-8-BOM")
}

people <- sheet("people")
games <- sheet("games")
moves <- sheet("moves")
answers <- sheet("answers")

# Those who count: finished, and not by the link for trying it out. Games that were given up do not.
counts <- people$person[people$state == "finished" & people$link != "test"]
games <- subset(games, person %in% counts & game != "0" & abandoned == "no" & !is.na(result))
answers <- subset(answers, person %in% counts & !is.na(value))
games$order <- as.numeric(games$game)
shared <- any(duplicated(games$table))
group <- if (shared) "(1 | table / person)" else "(1 | person)"

say <- function(title, fit) {
  cat("\n##", title, "\n\n")
  tried <- try(fit(), silent = TRUE)
  if (inherits(tried, "try-error")) cat("no model:", conditionMessage(attr(tried, "condition")), "\n") else print(summary(tried))
}

# Wins by arm and by place in the order.
games$win <- as.numeric(games$result == "win")
say("Wins", function() glmer(as.formula(paste("win ~ arm + order +", group)), games, family = binomial))

# Every scale that is asked after each game.
of_games <- subset(answers, at == "game" & grepl("^[0-9]+$", value))
of_games <- merge(of_games, games[c("person", "game", "table", "order")], by = c("person", "game"))
for (id in unique(of_games$question)) {
  rated <- subset(of_games, question == id)
  rated$rating <- as.numeric(rated$value)
  model <- as.formula(paste("rating ~ arm + order +", group))
  say(paste("Ratings:", id), function() {
    if (requireNamespace("ordinal", quietly = TRUE)) {
      rated$rating <- factor(rated$rating, ordered = TRUE)
      ordinal::clmm(model, rated)
    } else lmer(model, rated)
  })
}

# Every answer at moves against the jump of the program's own evaluation by its move before. The report
# takes any judge's; this one needs nothing but the data.
moves$ply <- as.numeric(moves$ply)
moves$number <- as.numeric(moves$value)
valued <- subset(moves, by == "player" & !is.na(number))
# What is decided has a value beyond all others, which would be the only jump to be seen: as in the report it counts
# as the furthest of what was not decided at the same table.
decided <- 1e6
within <- function(x) {
  most <- max(0, abs(x[abs(x) < decided]))
  pmin(pmax(x, -most), most)
}
valued$number <- ave(valued$number, valued$table, valued$seat, FUN = within)
valued <- valued[order(valued$table, valued$seat, valued$ply), ]
valued$jump <- ave(valued$number, valued$table, valued$seat, FUN = function(x) c(NA, abs(diff(x))))
at_moves <- subset(answers, at == "move" & game != "0")
# Of a game that was begun again the last beginning counts.
at_moves <- merge(at_moves, games[c("person", "game", "attempt", "table", "order")], by = c("person", "game", "attempt"))
at_moves$ply <- as.numeric(at_moves$ply)
before <- function(where, ply) {
  own <- valued[valued$table == where & valued$ply < ply, ]
  if (nrow(own) == 0) NA else own$jump[which.max(own$ply)]
}
at_moves$jump <- if (nrow(at_moves) > 0) mapply(before, at_moves$table, at_moves$ply) else numeric(0)
at_moves$jump <- at_moves$jump / sd(at_moves$jump, na.rm = TRUE)
for (id in unique(at_moves$question)) {
  asked <- subset(at_moves, question == id & !is.na(jump))
  for (option in unique(asked$value)) {
    asked$so <- as.numeric(asked$value == option)
    say(paste("At moves:", id, "=", option), function() {
      glmer(so ~ jump + arm + order + (1 + jump | person) + (1 | person:game), asked, family = binomial)
    })
  }
}
