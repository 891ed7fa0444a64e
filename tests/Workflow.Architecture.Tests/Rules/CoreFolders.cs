namespace Workflow.Architecture.Tests.Rules;

/// <summary>The table of folders of Workflow.Core. A change here changes the design. docs/contribute/architecture.md describes each folder.</summary>
internal static class CoreFolders
{
    public static readonly FolderTable Table = new(
        new Dictionary<string, string[]>
        {
            ["Foundation"] = [],

            ["Identity"] = [],

            ["Data"] = [],

            ["Tracking/Monitoring"] = [],
            ["Tracking/Profiles"] = [],
            ["Tracking/Records"] = [],
            ["Tracking"] = ["Tracking/Monitoring", "Tracking/Profiles", "Tracking/Records"],
            ["Tracking/Delivery"] = ["Tracking", "Tracking/Records"],

            ["Persistence/Failures"] = [],
            ["Persistence/Store"] = ["Persistence/Failures"],
            ["Persistence/InMemory"] = ["Persistence/Failures", "Persistence/Store"],
            ["Persistence/Ownership"] = ["Persistence/Failures", "Persistence/Store"],
            ["Persistence/Participants"] = ["Persistence/Ownership", "Persistence/Store"],
            ["Persistence/Values/Types"] = [],
            ["Persistence/Values/Simple"] = ["Persistence/Failures", "Persistence/Values/Types"],
            ["Persistence/Values/Contracts"] = ["Persistence/Failures", "Persistence/Values/Simple", "Persistence/Values/Types"],
            ["Persistence/Values/Collections"] = ["Persistence/Failures", "Persistence/Values/Contracts", "Persistence/Values/Types"],
            ["Persistence/Values/Objects"] =
            [
                "Persistence/Failures", "Persistence/Values/Collections", "Persistence/Values/Contracts",
                "Persistence/Values/Simple", "Persistence/Values/Types",
            ],
            ["Persistence/Values/Examination"] =
            [
                "Persistence/Values/Collections", "Persistence/Values/Contracts", "Persistence/Values/Objects",
                "Persistence/Values/Simple", "Persistence/Values/Types",
            ],
            ["Persistence/Values"] =
            [
                "Persistence/Failures", "Persistence/Values/Collections", "Persistence/Values/Contracts", "Persistence/Values/Examination",
                "Persistence/Values/Simple", "Persistence/Values/Types",
            ],

            ["Authoring/Declarations"] = [],
            ["Authoring/Saving"] = [],
            ["Authoring/Bookmarks"] = ["Authoring/Saving"],
            ["Authoring/States"] = [],
            ["Authoring/Failures"] = [],
            ["Authoring/Services"] = [],
            ["Authoring/Model"] =
            [
                "Authoring/Bookmarks", "Authoring/Declarations", "Authoring/Failures", "Authoring/Saving", "Authoring/Services", "Authoring/States"
            ],
            ["Authoring/Async"] = ["Authoring/Declarations", "Authoring/Model"],
            ["Authoring/Dynamic"] = ["Authoring/Model"],
            ["Authoring/Diagrams"] = ["Authoring/Model"],
            ["Authoring/Extensions"] = ["Authoring/Bookmarks", "Authoring/Model"],
            ["Authoring/Handles"] = ["Authoring/Model", "Authoring/Saving"],
            ["Authoring/Properties"] = ["Authoring/Model"],
            ["Authoring/Transactions"] = ["Authoring/Async", "Authoring/Model", "Authoring/Properties", "Authoring/Saving"],

            ["Expressions"] = [],
            ["Expressions/Arrays"] = ["Expressions"],
            ["Expressions/Calls"] = ["Expressions"],
            ["Expressions/Members"] = ["Expressions", "Expressions/Calls"],
            ["Expressions/Operators"] = ["Expressions"],
            ["Expressions/Conversion"] = ["Expressions/Arrays", "Expressions/Calls", "Expressions/Members", "Expressions/Operators"],

            ["Validation"] = [],
            ["Validation/Constraints"] = [],

            ["Definition"] = [],

            ["Runtime/State"] = [],
            ["Runtime/Reporting"] = ["Runtime/State"],
            ["Runtime/Scheduling"] = ["Runtime/Reporting", "Runtime/State"],
            ["Runtime/Scopes"] = ["Runtime/Scheduling", "Runtime/State"],
            ["Runtime/Bookmarks"] = ["Runtime/Reporting", "Runtime/Scheduling", "Runtime/Scopes", "Runtime/State"],
            ["Runtime/Operations"] = ["Runtime/Scheduling", "Runtime/Scopes", "Runtime/State"],
            ["Runtime/Transactions"] = ["Runtime/Bookmarks", "Runtime/Reporting", "Runtime/Scheduling", "Runtime/Scopes", "Runtime/State"],
            ["Runtime/Faults"] =
            [
                "Runtime/Bookmarks", "Runtime/Operations", "Runtime/Reporting", "Runtime/Scheduling",
                "Runtime/Scopes", "Runtime/State", "Runtime/Transactions",
            ],
            ["Runtime/Execution"] =
            [
                "Runtime/Bookmarks", "Runtime/Faults", "Runtime/Operations", "Runtime/Reporting",
                "Runtime/Scheduling", "Runtime/Scopes", "Runtime/State", "Runtime/Transactions",
            ],
            ["Runtime/Inline"] = ["Runtime/Execution", "Runtime/Faults", "Runtime/Scheduling", "Runtime/State"],
            ["Runtime/Ports"] =
            [
                "Runtime/Bookmarks", "Runtime/Execution", "Runtime/Faults", "Runtime/Reporting",
                "Runtime/Scheduling", "Runtime/Scopes", "Runtime/State", "Runtime/Transactions",
            ],
            ["Runtime/Executors"] =
            [
                "Runtime/Bookmarks", "Runtime/Execution", "Runtime/Faults", "Runtime/Inline", "Runtime/Operations", "Runtime/Ports",
                "Runtime/Reporting", "Runtime/Scheduling", "Runtime/Scopes", "Runtime/State", "Runtime/Transactions",
            ],
            ["Runtime/Snapshots/Document"] = ["Runtime/State"],
            ["Runtime/Snapshots/Layout"] = ["Runtime/Snapshots/Document"],
            ["Runtime/Snapshots/Objects"] = ["Runtime/Snapshots/Document", "Runtime/Snapshots/Layout", "Runtime/State"],
            ["Runtime/Snapshots/Formats"] =
            [
                "Runtime/Snapshots/Document", "Runtime/Snapshots/Layout", "Runtime/Snapshots/Objects", "Runtime/State",
            ],
            ["Runtime/Snapshots/Exceptions"] = ["Runtime/Snapshots/Document", "Runtime/Snapshots/Layout", "Runtime/Snapshots/Objects"],
            ["Runtime/Snapshots/Sections"] =
            [
                "Runtime/Snapshots/Document", "Runtime/Snapshots/Layout", "Runtime/Snapshots/Objects", "Runtime/State",
            ],
            ["Runtime/Snapshots/Checks"] =
            [
                "Runtime/Snapshots/Document", "Runtime/Snapshots/Layout", "Runtime/Snapshots/Objects", "Runtime/Snapshots/Sections", "Runtime/State",
            ],
            ["Runtime/Snapshots"] =
            [
                "Runtime/Snapshots/Checks", "Runtime/Snapshots/Document", "Runtime/Snapshots/Exceptions", "Runtime/Snapshots/Formats",
                "Runtime/Snapshots/Objects", "Runtime/Snapshots/Sections", "Runtime/State",
            ],

            ["Hosting/Actor"] = [],
            ["Hosting/Extensions"] = [],
            ["Hosting/Failures"] = [],
            ["Hosting/Diagrams"] = [],
            ["Hosting/Messages"] = [],
            ["Hosting/Storage"] = ["Hosting/Extensions"],
            ["Hosting/Invoker"] = ["Hosting/Actor", "Hosting/Extensions", "Hosting/Failures", "Hosting/Storage"],
            ["Hosting/Application/Settings"] = ["Hosting/Extensions"],
            ["Hosting/Application/Turns"] =
            [
                "Hosting/Actor", "Hosting/Application/Settings", "Hosting/Extensions", "Hosting/Failures", "Hosting/Messages", "Hosting/Storage",
            ],
            ["Hosting/Application/Handlers"] = ["Hosting/Actor", "Hosting/Application/Turns"],
            ["Hosting/Application/Saving"] =
            [
                "Hosting/Application/Settings", "Hosting/Application/Turns", "Hosting/Failures", "Hosting/Messages", "Hosting/Storage",
            ],
            ["Hosting/Application/Outcomes"] =
            [
                "Hosting/Application/Handlers", "Hosting/Application/Saving", "Hosting/Application/Settings", "Hosting/Application/Turns",
            ],
            ["Hosting/Application/Operations"] =
            [
                "Hosting/Actor", "Hosting/Application/Saving", "Hosting/Application/Settings", "Hosting/Application/Turns", "Hosting/Failures",
                "Hosting/Messages", "Hosting/Storage",
            ],
            ["Hosting/Application"] =
            [
                "Hosting/Actor", "Hosting/Application/Handlers", "Hosting/Application/Operations", "Hosting/Application/Outcomes",
                "Hosting/Application/Saving", "Hosting/Application/Settings", "Hosting/Application/Turns", "Hosting/Extensions", "Hosting/Failures",
                "Hosting/Invoker", "Hosting/Messages", "Hosting/Storage",
            ],
            ["Hosting"] = ["Hosting/Diagrams", "Hosting/Extensions", "Hosting/Invoker"],

            ["Statements/Collections"] = [],
            ["Statements/Compensation"] = [],
            ["Statements/ControlFlow"] = [],
            ["Statements/Errors"] = [],
            ["Statements/Flowchart"] = [],
            ["Statements/Parallel"] = [],
            ["Statements/Primitives"] = [],
            ["Statements/StateMachine"] = [],
            ["Statements/Transactions"] = [],
        },
        clusters: new Dictionary<string, string[]>
        {
            // Activities, arguments, contexts and delegates refer to each other in public signatures.
            // The exceptions could lie outside, but are kept beside the types that they belong to.
            ["Authoring/Model"] =
            [
                "Workflow.CodeActivity", "Workflow.NativeActivity`1", "Workflow.Validation.Constraint`1", "Workflow.CodeActivityPublicEnvironmentAccessor",
            ],
        });
}
