extern alias WorkflowCore;
using System.CodeDom;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.Persistence;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Changes;

/// <summary>Conditions and rule actions that change, suspend, end or unload the instance to which they belong (A.9, A.12, A.13a item 13).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ChangingConditionTests : IDisposable
{
    private static readonly string[] Places = ["if", "while", "when", "until", "replicator", "policy"];
    private readonly InMemoryInstanceStore _store;
    private readonly Host _host;
    private WorkflowInstance? _instance;

    public ChangingConditionTests()
    {
        VirtualTimeProvider clock = new();
        _store = new InMemoryInstanceStore(clock);
        _host = new Host(_store, clock, workflows: [typeof(Asks), typeof(AsksByRules), typeof(Groups)]);
    }

    public static TheoryData<string, bool, string, string> Cases()
    {
        (string Act, string End)[] acts =
        [
            ("add", "Completed"), ("addInside", "Completed"), ("suspend", "Completed"), ("terminate", "Terminated t"), ("abort", "Aborted"),
            ("unload", "Completed"), ("tryUnload", "Completed"), ("stop", "Aborted"), ("run", "Completed"), ("resume", "Completed"), ("send", "Completed"),
            ("load", "Completed"), ("throw", "thrown"), ("suspendAndTerminate", "Terminated t"), ("terminateAndThrow", "Terminated t"),
            ("changeAndThrow", "thrown"),
        ];
        TheoryData<string, bool, string, string> cases = [];
        foreach (string place in Places)
        {
            foreach ((string act, string end) in acts)
            {
                cases.Add(place, true, act, end);
                if (place != "policy")
                {
                    cases.Add(place, false, act, end);
                }
            }
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task Condition_ActsOnInstance_ContinuesOrEndsAsync(string place, bool byRules, string act, string end)
    {
        Exception? refused = null;
        bool isDone = false;
        Asking.Answer = (root, asked) =>
        {
            if (asked == place && !isDone)
            {
                isDone = true;
                refused = Record.Exception(() => Act(root, act));
                if (refused is FormatException)
                {
                    throw refused;
                }
            }
        };
        _instance = _host.Runtime.CreateWorkflow(byRules ? typeof(AsksByRules) : typeof(Asks));
        _instance.Start();
        _host.Continue(_instance);
        string[] events = _host.Take();
        if (act == "suspend")
        {
            Assert.Equal(["Suspended s"], events);
            _instance.Resume();
            _host.Continue(_instance);
            events = _host.Take();
        }

        if (events[^1] == "Idled")
        {
            _host.Send(_instance, "wait", 1);
            events = _host.Take();
        }

        Assert.True(isDone);
        Assert.EndsWith(end, events[^1], StringComparison.Ordinal);
        Assert.Equal(place == "replicator" && act == "addInside" ? typeof(WorkflowValidationFailedException) : act switch
        {
            "unload" or "tryUnload" => typeof(InvalidOperationException),
            "throw" or "terminateAndThrow" or "changeAndThrow" => typeof(FormatException),
            "addInside" when place == "policy" => typeof(WorkflowValidationFailedException),
            _ => null,
        }, refused?.GetType());
        if (end == "Completed")
        {
            string trace = (string)_host.Outputs["Trace"]!;
            Assert.Equal(refused is null && act is "add" or "addInside", trace.Contains("new ", StringComparison.Ordinal));
            Assert.Equal("begin inIf inWhile first second inReplicator inReplicator end ", trace.Replace("new ", string.Empty, StringComparison.Ordinal));
        }

        Assert.Empty(_host.Failures);
        Assert.Empty(await Stored.AllAsync(_store));
    }

    [Theory]
    [InlineData("first", "second ")]
    [InlineData("second", "first ")]
    public void GroupCondition_RemovesChild_DoesNotRunIt(string removed, string trace)
    {
        Groups.Answer = (root, count) =>
        {
            if (count == 1)
            {
                root.Change(changes => changes.In("group").Activities.Remove(changes.TransientWorkflow.GetActivityByName(removed)!));
            }

            return count == 1;
        };
        _host.Start(typeof(Groups));
        Assert.Equal(trace, _host.Outputs["Trace"]);
    }

    [Fact]
    public void GroupCondition_AddsChildWhenNoneRuns_RunsIt()
    {
        Groups.Answer = (root, count) =>
        {
            if (count == 3)
            {
                root.Change(static changes => changes.In("group").Activities.Add(new Step("new")));
            }

            return count == 1;
        };
        _host.Start(typeof(Groups));
        Assert.Equal("first second new ", _host.Outputs["Trace"]);
    }

    [Fact]
    public void Initialize_ChangesInstance_RefusesChange()
    {
        Exception? refused = null;
        Groups.Answer = (root, count) =>
        {
            if (count == 1)
            {
                refused = Record.Exception(() => root.Change(static changes => changes.TransientWorkflow.Activities.Add(new Recursive())));
            }

            return count == 1;
        };
        WorkflowInstance instance = _host.Start(typeof(Groups));
        Assert.Equal(Refusal(instance), Assert.IsType<InvalidOperationException>(refused).Message);
        Assert.Equal("first second ", _host.Outputs["Trace"]);
        Assert.Equal("groups(group(first second))", instance.Definition());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void DynamicUpdateCondition_ChangesInstance_IsRefused(bool byRules)
    {
        Exception? inner = null;
        Exception? outer = null;
        Asking.Answer = (root, asked) =>
        {
            if (asked == "update")
            {
                inner = Record.Exception(() => Act(root, "add"));
            }
            else if (asked == "if")
            {
                outer = Record.Exception(() => Act(root, "add"));
            }
        };
        WorkflowInstance instance = _host.Start(byRules ? typeof(AsksByRules) : typeof(Asks));
        _host.Send(instance, "wait", 1);
        Assert.Null(outer);
        Assert.Equal(Refusal(instance), Assert.IsType<InvalidOperationException>(inner).Message);
        Assert.Equal("begin inIf inWhile first second inReplicator inReplicator end new ", _host.Outputs["Trace"]);
    }

    private static string Refusal(WorkflowInstance instance) =>
        $"The workflow instance '{instance.InstanceId}' cannot change while other changes are applied to it; apply the changes afterwards.";

    public void Dispose()
    {
        Asking.Answer = null;
        _host.Dispose();
    }

    private void Act(Asking root, string act)
    {
        switch (act)
        {
            case "add":
                root.Change(static changes => changes.TransientWorkflow.Activities.Add(new Step("new")));
                break;
            case "addInside":
                root.Change(static changes => changes.In("group").Activities.Add(new Step("new")));
                break;
            case "changeAndThrow":
                Act(root, "add");
                throw new FormatException("thrown");
            case "suspend":
                _instance!.Suspend("s");
                break;
            case "suspendAndTerminate":
                _instance!.Suspend("s");
                _instance.Terminate("t");
                break;
            case "terminate":
                _instance!.Terminate("t");
                break;
            case "terminateAndThrow":
                _instance!.Terminate("t");
                throw new FormatException("thrown");
            case "throw":
                throw new FormatException("thrown");
            case "abort":
                _instance!.Abort();
                break;
            case "unload":
                _instance!.Unload();
                break;
            case "tryUnload":
                _instance!.TryUnload();
                break;
            case "stop":
                _host.Runtime.StopRuntime();
                break;
            case "run":
                _host.Continue(_instance!);
                break;
            case "resume":
                _instance!.Resume();
                break;
            case "send":
                _instance!.EnqueueItem("wait", 1, null, null);
                break;
            default:
                _instance!.Load();
                _instance.GetWorkflowDefinition();
                break;
        }
    }

    /// <summary>Calls the test in each kind of condition.</summary>
    public abstract class Asking : Tracing
    {
        protected Asking(bool byRules)
        {
            Name = "asks";
            if (byRules)
            {
                RuleDefinitions definitions = new();
                foreach (string place in (string[])[.. Places, "update"])
                {
                    definitions.Conditions.Add(new RuleExpressionCondition(
                        place,
                        new CodeMethodInvokeExpression(new CodeThisReferenceExpression(), "Ask", new CodePrimitiveExpression(place))));
                }

                RuleSet set = new("set");
                set.Rules.Add(new Rule(
                    "r",
                    new RuleExpressionCondition(new CodePrimitiveExpression(true)),
                    [
                        new RuleStatementAction(new CodeMethodInvokeExpression(new CodeThisReferenceExpression(), "Ask", new CodePrimitiveExpression("policy")))
                    ]));
                definitions.RuleSets.Add(set);
                SetValue(RuleDefinitions.RuleDefinitionsProperty, definitions);
            }

            ConditionedActivityGroup group = new("group") { UntilCondition = Of("until", byRules) };
            Step first = new("first");
            Step second = new("second");
            ConditionedActivityGroup.SetWhenCondition(first, Of("when", byRules));
            group.With(first, second);
            ReplicatorActivity replicator = new("replicator") { UntilCondition = Of("replicator", byRules), InitialChildData = new[] { 1, 2 } };
            DynamicUpdateCondition = Of("update", byRules);
            this.With(
                new Step("begin"),
                new IfElseActivity("if").With(
                    new IfElseBranchActivity("yes") { Condition = Of("if", byRules) }.With(new Step("inIf")),
                    new IfElseBranchActivity("no")),
                new WhileActivity("while") { Condition = Of("while", byRules) }.With(Sequence("body", new Step("inWhile"))),
                group,
                replicator.With(new Step("inReplicator")),
                byRules ? new PolicyActivity("policy") { RuleSetReference = new RuleSetReference("set") } : Sequence("noPolicy"),
                new Reading("wait"),
                new Step("end"));
        }

        [field: ThreadStatic]
        public static Action<Asking, string>? Answer { get; set; }

        public Dictionary<string, int> Counts { get; } = [];

        public bool Ask(string place)
        {
            Answer?.Invoke(this, place);
            Counts[place] = Counts.GetValueOrDefault(place) + 1;
            return place switch
            {
                "while" or "when" => Counts[place] < 2,
                "until" => Counts.GetValueOrDefault("when") >= 2,
                "replicator" => Counts[place] > 2,
                _ => true,
            };
        }

        private ActivityCondition Of(string place, bool byRules)
        {
            if (byRules)
            {
                return new RuleConditionReference { ConditionName = place };
            }

            CodeCondition condition = new();
            condition.Condition += (sender, e) =>
            {
                e.Result = ((Asking)((Activity)sender!).GetActivityByName("asks")!).Ask(place);
            };
            return condition;
        }
    }

    public sealed class Asks() : Asking(byRules: false);

    public sealed class AsksByRules() : Asking(byRules: true);

    /// <summary>Calls the test to decide if the first of two children runs, and passes the number of calls.</summary>
    public sealed class Groups : Tracing
    {
        public Groups()
        {
            Name = "groups";
            CodeCondition condition = new();
            condition.Condition += (sender, e) =>
            {
                Groups root = (Groups)((Activity)sender!).GetActivityByName("groups")!;
                e.Result = Answer!(root, ++root.Count);
            };
            Step first = new("first");
            ConditionedActivityGroup.SetWhenCondition(first, condition);
            this.With(new ConditionedActivityGroup("group").With(first, new Step("second")));
        }

        [field: ThreadStatic]
        public static Func<Groups, int, bool>? Answer { get; set; }

        public int Count { get; set; }
    }

    /// <summary>Adds an activity of its own type when it is initialized.</summary>
    public sealed class Recursive : Activity
    {
        protected override void Initialize(IServiceProvider provider) =>
            ((Tracing)Parent!).Change(static changes => changes.TransientWorkflow.Activities.Add(new Recursive { Name = "inner" }));
    }
}

/// <summary>Applies changes from inside of an instance.</summary>
internal static class InnerChanges
{
    public static void Change(this Tracing root, Action<WorkflowChanges> change)
    {
        WorkflowChanges changes = new(root);
        change(changes);
        root.Apply(changes);
    }
}
