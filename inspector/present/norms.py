"""Where each rule of the five specifications is carried out, heading by heading.

The sentences are this project's own. A test holds the headings against those of the documents, and
every place against the program.
"""

# ruff: noqa: E501  # a rule and its places stand on one line

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Norm:
    """One rule: what has to be so, and the places (``module:name``) that see to it."""

    document: str
    heading: str
    rule: str
    places: tuple[str, ...]


def norms() -> Iterator[Norm]:
    """Yield the rules in the order of the documents; a heading without one says why it has none."""
    document = heading = ""
    for line in _LIST.strip().splitlines():
        mark, _, rest = line.partition(" ")
        if mark == "#":
            document = rest
        elif mark == "##":
            heading = rest
        else:
            rule, _, places = rest.partition(" | ")
            yield Norm(document, heading, rule, tuple(places.split()))


# "#" begins a document, "##" a heading of it; "-" is a rule, with the places behind a bar.
_LIST = """
# Injection
## 1. The Problem
- Two budgets that do not know of each other, as a reference to compare with (I12) | analysis.independent:independent_run
## 1.1 Independent budgets waste tokens
- Cards up to 2,000 tokens or 15 %, buckets up to 6,000 or 25 % of the rest, the smaller number each | analysis.independent:independent_run
## 1.2 No overlap detection
- A card beside the inlined file that it was extracted from is redundant | core.injection.overlap:detect_bucket_overlap
## 1.3 No priority coordination
- One budget is divided between both; a direct target shifts it | core.injection.budget:compute_unified_budget
## 2. Unified Context Budget
- One budget for cards and buckets | core.injection.budget:InjectionBudget
## 2.1 One budget, divided dynamically
- Fields, bounds and defaults of the policy | core.injection.policy:UnifiedContextBudgetPolicy
- Procedures and interaction policies have ceilings within the knowledge half (I6) | core.injection.tiers:Limits
- The policy is stored below the memory root | files.policies:policy_storage_path
## 2.2 Budget computation
- The smaller of the absolute number and the share of what remains; one source alone gets all; floors, then one scale | core.injection.budget:compute_unified_budget
## 3. Overlap Detection via Provenance Matching
- Cards are linked to files by the reference they were extracted from | core.injection.prepare:prepare
## 3.1 The mechanism
- The reference is `bucket:file`, compared whole and case-sensitively (I8) | core.injection.overlap:detect_bucket_overlap
## 3.2 Overlap detection function
- Redundant and retained ids, in the order of input | core.injection.overlap:detect_bucket_overlap
## 3.3 Application rules
- A redundant card is not injected, and stands in the manifest with `bucket_file_overlap` | core.injection.step:inject core.injection.manifest:ManifestCard
- Cards of files that are only listed, and of any other source, are never suppressed by it | core.injection.overlap:detect_bucket_overlap
## 3.4 Background dedup for bucket backgrounds
- Three or more injected entity cards of a bucket's matter suppress its background | core.injection.materialization:settle_backgrounds core.injection.materialization:entities_by_matter
## 4. Revised `assembleContext()` Pipeline
- Eight steps in this order; what came before the injection is used up | core.assembly.run:assemble core.assembly.pieces:Step
- 6a to 6g in this order, one pass (I4) | core.injection.step:Injector core.injection.materialization:materialize core.injection.tiers:choose_tiers
## 5. Unified Injection Manifest
- Fields, lengths and defaults; every candidate card is on it (I7, I10) | core.injection.manifest:UnifiedInjectionManifest core.injection.manifest:ManifestCard core.injection.manifest:ManifestBucket
- Attribution of a card is kept from candidate to manifest | core.candidates.card:Card
## 6. What This Supersedes
- Renderings are chosen within the knowledge half alone | core.injection.tiers:choose_tiers
- Inline or listed is decided within the bucket half | core.injection.materialization:materialize
## 7. Cross-Doc Obligations
- No rule: obligations of other documents.
# Builder
## Purpose
- What the model sees is decided in one place, the same each time | core.builder.build:build_bundle
## Scope
- Calls for an intent, a plan and a diff; an intent gets facts about the project only | core.builder.request:Purpose core.builder.project_block:project_block
## Inputs
- A call is a request, an index and rules; nothing comes from a clock | core.builder.request:BuildRequest
## Required Inputs
- A diff needs a plan step with a target; a blank target is an error | core.builder.refusals:missing_step core.builder.refusals:missing_target core.builder.request:PlanStep
- Index: file tree, symbols, relations, hashes | project.index:ProjectIndex
- Reserve below the limit, threshold from 0 to 100 | core.builder.request:ModelLimits
## Optional Inputs
- Active file, selected targets, last error | core.builder.request:BuildRequest
## Outputs
- Four artifacts, also for a refused call but the bundle | core.builder.outcome:report_of
## Context Bundle (Canonical Output)
- Bundle, manifest, redaction report, budget report | core.builder.artifacts:bundle_of core.builder.artifacts:manifest_of core.builder.artifacts:redactions_of core.builder.artifacts:budget_of
## Canonical Data Schemas (V1)
- The contract's fields and enumerations | core.builder.outputs:ContextBundle
## ContextBlock
- Types, priorities, and facts about the whole file | core.builder.outputs:ContextBlock core.builder.outputs:BlockMeta
## ContextBundle
- Ids are UUIDs that follow from what they name; times are UTC (B1) | core.builder.artifacts:bundle_of core.builder.artifacts:correlation_of core.scalars:Moment
## ContextManifest
- Selection with reasons, and three fingerprints | core.builder.outputs:ContextManifest core.builder.artifacts:config_fingerprint
## RedactionReport
- Everything that was taken out, with type and reason, never a value | core.builder.artifacts:redactions_of
## BudgetReport
- Estimate, limits, decision, notes | core.builder.artifacts:budget_of
## Determinism Rules (Hard)
- No clock, random number or order of a set decides | core.canonical:fingerprint
## INV-CONTEXT-1: Stable Ordering
- Blocks by priority, type and key, bytewise | core.builder.drafts:Draft
## INV-CONTEXT-2: Same Inputs → Same Bundle
- The bundle's fingerprint covers all but ids and times | core.builder.artifacts:bundle_of
## INV-CONTEXT-3: No Silent Truncation
- Every cut is marked in the text and told in the report | project.code.slices:sliced core.builder.artifacts:redactions_of
## INV-CONTEXT-4: Secrets Never Sent
- Every text is scanned, and the finished text once more | core.builder.judging:judge core.builder.judging:places_in_joined
## Budgeting Rules (Soft/Hard)
- Two limits, of which the hard one refuses | core.builder.request:ModelLimits
## Definitions
- Hard is the input limit less the reserve, soft the floor of its percentage | core.builder.request:ModelLimits
## Enforcement
- ok, a warning in the notes, or a refusal | core.builder.artifacts:budget_of core.builder.refusals:too_large
## Token Estimation
- One estimate for one text; estimator and version are in the notes | core.builder.measuring:Measure core.tokens:counter_version
## Selection Algorithm (Deterministic)
- Candidates, exclusions, ranks, blocks, fit, in this order | core.builder.build:build_bundle
## Step 0: Establish Candidates
- Targets, selections and what relations of the code lead to; two like names are no relation (B3) | core.builder.targets:find_targets core.builder.reach:reach core.builder.candidates:find_candidates
## Step 1: Apply Hard Exclusions (Fail-Closed)
- Outside, denied, binary, unknown encoding and secret are out, each with its reason | core.builder.case:Case project.reader:ProjectReader
## Step 2: Rank Remaining Candidates
- Weights, the highest counts; penalties; ties by hops, size, path | core.builder.candidates:WEIGHTS core.builder.ranking:rank
## Step 3: Assemble Blocks by Priority
- A system block always, constraints in canonical form, targets | core.builder.request_blocks:request_blocks core.builder.request_blocks:RULES
- Signatures of what a target calls are P1; optional context is off by default | core.builder.loading:symbol_drafts core.builder.config:BuilderConfig
## Step 4: Fit-to-Budget (Slicing Rules)
- P3 out, P2 out from the end, P1 cut, targets cut, refuse; then a refill (B6b) | core.builder.fitting:fit core.builder.refilling:refilled
## Slicing Rules (Deterministic)
- The levels in this order | project.code.slices:SliceLevel
## File Block Slicing Levels
- Whole, region, signatures, one line | core.builder.forms:Forms
## How to Slice Without Ambiguity
- Only where the file parsed without error; else whole or out (B6) | project.code:signatures_only project.code:target_region
- The report says which lines are there and which are cut | core.builder.artifacts:redactions_of
## Redaction / Exclusion Rules
- By path, then by content | project.deny_rules:deny_rules core.builder.screen:Screen
## Never-Send Paths (Default Deny)
- The list, at any depth; an override is recorded with its reason | project.rules:NEVER_SENT project.deny_rules:DenyRules
## Secret Patterns (Must Redact or Exclude)
- Certain spans are redacted, doubtful blocks are out, P0 refuses (B5) | project.secrets.patterns:PatternScanner project.secrets.redaction:redact core.builder.judging:judge
## Logging Restrictions
- Reports have paths, hashes, sizes, kinds; no contents | core.builder.report:BundleReport
## Failure Modes (Fail-Closed)
- A refusal says why, where and what to do | core.builder.refusal:Refusal
## REFUSE: ContextTooLarge
- The first advice is to narrow, with the symbols of the target and their sizes | core.builder.refusals:too_large
## REFUSE: SecretRisk
- Move the secret, or deny the file | core.builder.refusals:secret_risk
## REFUSE: AmbiguousTarget
- The list of places; nothing is guessed | core.builder.refusals:ambiguous_targets
## Examples
- No rule: the examples are tests of the rules above.
## Good Example: Small Targeted Edit
- No rule: an example.
## Good Example: Large Repo, Minimal Context
- No rule: an example.
## Bad Example: Secret in `.env`
- No rule: an example.
## Edge Cases (Required Behaviors)
- Another spelling of a path is a duplicate | core.builder.targets:Targets
- What the disk holds decides; a file is read until two readings agree | project.contents:read_twice core.builder.loading:read_files
- An unsupported encoding is out, a target of one refuses; doubt is binary | project.encodings:decoded core.builder.refusals:unsupported_targets
## Hard Invariants
- Local, deterministic, fail-closed, no telemetry | core.builder.build:build_bundle
# Window
## OVERVIEW: TOKEN BUDGET AS COORDINATE SPACE
- Chunks are placed whole or not at all | core.window.placement:place
## PART 1: CORE INNOVATION - TOKEN BUDGET ALLOCATION
- Position, size, priority and time of every chunk | core.window.placed:Allocation
## The Coordinate-Space Pattern
- An allocation under the document's names | stages.window.results:ContextChunkAllocation
## Token Budget Constraints (Y-Space)
- Limits of one call, at any place where a configuration may stand | core.window.config:TokenBudgetConstraints core.window.config:spelled
## P-Axis: Context Window Entities
- Chunks, requests, results and conflicts as the document spells them | core.window.chunk:Chunk session.window_stage:WindowStage stages.window.results:OptimizationResult stages.window.results:TokenAllocationConflict
- Records that cannot be used stay in count and place (W8) | core.window.reading:read_chunks session.window_stage:UnusableRecord
- The facts of a business context hold for chunks without their own (W10) | core.window.facts:read_context
## X-Axis: Context Window Operations
- Each of the 21 operations, in a table of the manual | core.window.text:window_text
## Y-Axis: Context Window Predicates
- Priority, comparison, relevance, urgency, length worth summarising | core.window.facts:compute_priorities core.window.facts:Facts core.window.selection:consideration_order
## Z-Axis: Context Window Events
- The document's events, with those of our own marked | core.window.events:EventKind core.window.report:narrate
## Config-Driven Behavior
- Every number of the configuration, with its default and bound | core.window.config:WindowConfig
## Workflow Example: Token Budget Optimization (Knapsack Algorithm)
- Convert, sort, choose greedily, resolve, measure, persist, tell | core.window.placement:place core.window.selection:select core.window.report:WindowReport stages.window.results:OptimizationRecord
## Workflow Example: Business Relevance Boost Calculation
- Five factors, their sum under one ceiling | core.window.facts:compute_priorities
## OPERATION CODE SUMMARY
- No rule: the operations are counted above.
## KEY INNOVATIONS
- No rule: an overview of what follows.
## 1. Token Budget as Knapsack Problem
- Greedy, going on past what does not fit; the exact optimum stands beside it | core.window.selection:select core.window.optimum:optimum
## 2. Multi-Dimensional Priority Calculation
- Base, recency, relevance, business, added in this order | core.window.facts:Priorities core.window.recency:linear_recency
## 3. Config-Driven Priority Thresholds
- All base priorities in JSON, bare or wrapped | core.window.config:PriorityThresholds
## 4. Content-Type-Specific Token Estimation
- Three densities, rounded up | core.window.estimate:estimate_tokens
## 5. Business Context Integration
- Revenue by scale and ceiling, the others by table | core.window.config:PriorityBoosts
## SUMMARY
- Exponential decay is a named option (W2) | core.window.recency:exponential_recency
# Relevance
## Overview
- Rules alone decide, the same each time | core.relevance.run:relevance
## Motivation
- No rule: why it is done.
## Example Waste
- No rule: an example.
## Expected Savings
- Tokens and fetches that are saved | core.relevance.report:RelevanceReport
## Architecture
- Seven layers in one order | core.relevance.layers:decide
## Seven-Layer Pipeline
- Masks, signal rules, urgency, recovery, dependencies, safety, safeguard | core.relevance.layers:decide core.relevance.nodes:Layer
## Context Nodes
- The document's seventeen nodes are the default table | core.relevance.config:readable_node_table
## Configuration
- Read field by field, each problem with its place | core.relevance.reading:read
## File Location
- No rule: a path of another program.
## Configuration Structure
- Names that are unknown are problems and stop nothing | core.relevance.config:check_relevance_config
## Template Masks
- A node that a mask lacks is out, with a warning (R5) | core.relevance.layers:Decisions
## Signal Rules
- Predicates by ending; hard and soft; a missing signal fails | core.relevance.predicates:Operator core.relevance.predicates:Predicate core.relevance.config:SignalRule
## Dependencies
- Followed to the end; a circle is an error | core.relevance.reading:find_cycles core.relevance.layers:decide
## Urgency Overrides
- Exactly `high` forces the listed nodes in | core.relevance.layers:decide
## Safety Overrides
- Under their conditions nodes are in, whatever kept them out | core.relevance.config:SafetyRule
## Recovery Parameters
- More headroom than the threshold recovers in the order of priority (R4) | core.relevance.layers:Headroom
## Usage
- A map from node to included | core.relevance.report:RelevanceReport
## In Digest Worker
- Mode, signals, classification, silence, remaining tokens | core.relevance.run:relevance
## In Frontal Cortex Service
- Without a map everything is included | core.assembly.inputs:decide_nodes
## Observability
- What was decided can be read | core.relevance.trace:trace_nodes
## Structured Logging
- The line of the log, with the document's fields | core.relevance.report:RelevanceReport
## Warnings
- Too many nodes warn; a circle is an error; what cannot be read includes all, in every exit (R8) | core.relevance.run:relevance stages.relevance.reading:unreadable_part cli.session_options:unread_relevance
## Testing
- No rule: the tests of another program.
## Configuration Tuning
- What one fact would change | core.relevance.flips:flips
## Mode-Specific Optimization
- Any mode may have a mask | core.relevance.config:RelevanceConfig
## Signal-Driven Exclusion
- Any signal may have rules | core.relevance.config:SignalRule
## Budget-Aware Recovery
- The threshold is a number of the configuration | core.relevance.config:RelevanceConfig
## Custom Dependencies
- Any node may depend on any | core.relevance.config:RelevanceConfig
## Implementation Details
- No rule: another program.
## Service Class
- No rule: another program.
## Config File
- No rule: another program.
## Integration Points
- No rule: another program.
## Disabling the Feature
- `enabled: false` includes everything, with no report of layers | core.relevance.report:Standing
## Future Enhancements
- No rule: not specified yet.
# Discipline
## Overview
- Small state, references, diffs, limits | core.discipline:discipline
## Components (C1-C6)
- No rule: an overview of what follows.
## C1-C3: Hot-State Limits, JSON-only, Schema Validation
- Strict schema, compact JSON, a cap with a minimal state | core.discipline.hot_state:HotState core.discipline.hot_state:hot_state_tokens core.discipline.shrink:cap_hot_state
## C4: Artifact-by-Reference Storage
- Stored once by SHA-256, verified when read, written atomically | core.discipline.artifacts:ArtifactRegistry core.discipline.artifact_store:checked_id
## C5: Diff-Only Changes
- A modification is answered by a diff or a patch; a whole file, words alone and nothing are refused (D5) | core.discipline.diff_only:validate_diff_only core.discipline.diff_strict:judge core.discipline.task_kind:task_kind
## C6: Context Budgeter
- Validate, compress, reference, reject; what is taken out is stored first | core.discipline.orchestrator:make_plan core.discipline.shrink:compressed core.discipline.shrink:referenced core.discipline.report:check_prompt_budget
## Orchestrator
- pass, compress, reference, reject, with the switches of each | core.discipline.orchestrator:discipline core.discipline.orchestrator:Switches
## Default Budget Limits
- Five limits and their defaults, in both spellings | core.discipline.limits:DisciplineLimits core.discipline.limits:read_limits
## Integration
- Everything by one import | core.discipline:validate_diff_only core.discipline:capture_prompt_metrics
## Metrics & Observability
- Metrics of a turn, and warnings near a limit (D6) | core.discipline.metrics:capture_prompt_metrics core.discipline.regressions:detect_prompt_regressions
## Testing
- No rule: the tests of another program.
## Fail-Closed Principle
- In doubt it is a violation; an estimate that fails rejects | core.discipline.orchestrator:discipline core.discipline.report:limit_violations
## Related Milestones
- No rule: other documents.
"""
