namespace Workflow.Architecture.Tests.Rules;

/// <summary>The table of folders of Workflow.Interop.Legacy. docs/contribute/architecture.md describes each folder.</summary>
internal static class LegacyFolders
{
    public static readonly FolderTable Table = new(
        new Dictionary<string, string[]>
        {
            ["ComponentModel"] = [],
            ["ComponentModel/Compiler"] = [],
            ["ComponentModel/Model"] = ["ComponentModel", "ComponentModel/Compiler"],
            ["ComponentModel/Cloning"] = ["ComponentModel", "ComponentModel/Model"],
            ["ComponentModel/Statements"] = ["ComponentModel", "ComponentModel/Model"],
            ["ComponentModel/Snapshots"] = ["ComponentModel", "ComponentModel/Cloning", "ComponentModel/Model", "ComponentModel/Statements"],
            ["ComponentModel/Validation"] = ["ComponentModel", "ComponentModel/Compiler", "ComponentModel/Model"],
            ["ComponentModel/Changes"] =
            [
                "ComponentModel/Cloning", "ComponentModel/Compiler", "ComponentModel/Model", "ComponentModel/Snapshots",
                "ComponentModel/Validation",
            ],
            ["ComponentModel/Design"] = [],

            ["Runtime/Batches"] = [],
            ["Runtime/Definitions"] = [],
            ["Runtime/Queues"] = [],
            ["Runtime/Execution"] = ["Runtime/Batches", "Runtime/Queues"],
            ["Runtime/Persistence"] = [],
            ["Runtime/Timers"] = [],
            ["Runtime/Snapshots"] = ["Runtime/Definitions", "Runtime/Execution", "Runtime/Queues", "Runtime/Timers"],
            ["Runtime/Tracking/Records"] = [],
            ["Runtime/Tracking/Profiles"] = ["Runtime/Tracking/Records"],
            ["Runtime/Tracking"] = ["Runtime/Tracking/Profiles", "Runtime/Tracking/Records"],
            ["Runtime/Tracking/Delivery"] =
            [
                "Runtime/Batches", "Runtime/Execution", "Runtime/Persistence", "Runtime/Tracking", "Runtime/Tracking/Profiles",
                "Runtime/Tracking/Records",
            ],
            ["Runtime/Instances"] =
            [
                "Runtime/Batches", "Runtime/Definitions", "Runtime/Execution", "Runtime/Persistence", "Runtime/Queues", "Runtime/Snapshots",
                "Runtime/Timers", "Runtime/Tracking/Delivery", "Runtime/Tracking/Records",
            ],
            ["Runtime/LiveChanges"] =
            [
                "Runtime/Execution", "Runtime/Queues", "Runtime/Snapshots", "Runtime/Tracking/Delivery", "Runtime/Tracking/Records",
            ],
            ["Runtime/Hosting"] =
            [
                "Runtime/Batches", "Runtime/Definitions", "Runtime/Execution", "Runtime/Instances", "Runtime/LiveChanges",
                "Runtime/Persistence", "Runtime/Queues", "Runtime/Snapshots", "Runtime/Timers", "Runtime/Tracking",
                "Runtime/Tracking/Delivery", "Runtime/Tracking/Profiles",
            ],
            ["Runtime/Stores"] =
            [
                "Runtime/Batches", "Runtime/Execution", "Runtime/Hosting", "Runtime/Instances", "Runtime/Persistence", "Runtime/Queues",
                "Runtime/Snapshots", "Runtime/Timers",
            ],
            ["Runtime/Tracking/Markup"] = ["Runtime/Tracking/Profiles", "Runtime/Tracking/Records"],
            ["Runtime/Tracking/Sql"] =
            [
                "Runtime/Batches", "Runtime/Hosting", "Runtime/Instances", "Runtime/Persistence", "Runtime/Stores", "Runtime/Tracking",
                "Runtime/Tracking/Markup", "Runtime/Tracking/Profiles", "Runtime/Tracking/Records",
            ],

            ["Activities/Rules/Failures"] = [],
            ["Activities/Rules/Nodes"] = [],
            ["Activities/Rules/Binding"] = ["Activities/Rules/Failures", "Activities/Rules/Nodes"],
            ["Activities/Rules"] = ["Activities/Rules/Binding", "Activities/Rules/Failures", "Activities/Rules/Nodes"],
            ["Activities/Rules/Chaining"] = ["Activities/Rules", "Activities/Rules/Binding", "Activities/Rules/Failures", "Activities/Rules/Nodes"],
            ["Activities/Rules/Definitions"] = ["Activities/Rules", "Activities/Rules/Chaining", "Activities/Rules/Nodes"],
            ["Activities/Rules/Documents"] = ["Activities/Rules/Definitions", "Activities/Rules/Nodes"],
            ["Activities/Rules/References"] =
            [
                "Activities/Rules", "Activities/Rules/Chaining", "Activities/Rules/Definitions", "Activities/Rules/Documents",
                "Activities/Rules/Failures", "Activities/Rules/Nodes",
            ],
            ["Activities"] = ["Activities/Rules", "Activities/Rules/Chaining", "Activities/Rules/Documents", "Activities/Rules/References"],
            ["Activities/Events"] = ["Activities"],
            ["Activities/Exchange"] = ["Activities/Events"],
            ["Activities/Loops"] = [],
            ["Activities/States"] = ["Activities", "Activities/Events"],
            ["Activities/Validators"] = ["Activities/Exchange", "Activities/States"],

            ["Interop"] = [],
        },
        new Dictionary<string, string[]>
        {
            // WF3's public types name each other in their public signatures, so no order of folders can separate them.
            ["ComponentModel/Model"] = [],
        });
}
