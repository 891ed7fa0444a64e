extern alias WorkflowCore;
using System.CodeDom;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;
using static Workflow.Interop.Legacy.Tests.TestKit.Dom;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Conditions and handlers of status events in cloned activities: each clone receives itself, also after a save (A.6, A.13a).</summary>
[Trait("Paragraph", "A.6")]
public sealed class CloneConditionTests
{
    private readonly VirtualTimeProvider _clock = new();

    [Theory]
    [InlineData(ExecutionType.Sequence, false)]
    [InlineData(ExecutionType.Sequence, true)]
    [InlineData(ExecutionType.Parallel, false)]
    [InlineData(ExecutionType.Parallel, true)]
    public void Conditions_OfClone_UseTheClone(ExecutionType type, bool unloads)
    {
        Replicated.Type = type;
        InMemoryInstanceStore store = new(_clock);
        using Host host = new(store, _clock, unloadOnIdle: unloads, workflows: typeof(Replicated));
        WorkflowInstance instance = host.Start(typeof(Replicated));
        for (int i = 0; i < 40 && host.Outputs.Count == 0 && !host.Events.Any(static line => line.StartsWith("Terminated", StringComparison.Ordinal)); i++)
        {
            _clock.Advance(TimeSpan.FromSeconds(1));
            instance.Load();
            host.Continue(instance);
        }

        Assert.Equal("Completed", host.Events.Last());
        Assert.Empty(host.Failures);
        string[] lines = ((string)host.Outputs["Trace"]!).Split(' ', StringSplitOptions.RemoveEmptyEntries);
        foreach (int item in new[] { 1, 2, 3 })
        {
            Assert.Equal(
                [
                    .. Enumerable.Repeat($"{item}:code", item),
                    .. Enumerable.Repeat($"{item}:rule", item),
                    .. Enumerable.Repeat($"{item}:own", item),
                    .. Enumerable.Repeat($"{item}:group", item),
                    $"{item}:{(item > 1 ? "large" : "small")}",
                    $"{item}:closed"
                ],
                lines.Where(line => line.StartsWith($"{item}:", StringComparison.Ordinal)));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Trait("Paragraph", "A.13a")]
    public void Condition_Shared_IsEvaluatedForEachActivity(bool isCloned)
    {
        List<string> senders = [];
        CodeCondition shared = new();
        shared.Condition += (sender, e) =>
        {
            senders.Add(((Activity)sender!).Name);
            e.Result = senders.Count(name => name == senders[^1]) % 2 == 1;
        };
        Activity both = TestKit.Tree.Sequence(
            "both",
            new WhileActivity("first") { Condition = shared }.With(new SequenceActivity("a")),
            new WhileActivity("second") { Condition = shared }.With(new SequenceActivity("b")));
        using Run run = Run.Of(isCloned ? Replicator("replicator", ExecutionType.Sequence, new[] { 1, 2 }, both) : both);
        Assert.Equal("Completed", run.Last);
        Assert.Equal(["first", "first", "second", "second"], senders.Take(4));
        Assert.Equal(isCloned ? 8 : 4, senders.Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Trait("Paragraph", "A.13a")]
    public void RuleCondition_Shared_IsEvaluatedForEachActivity(bool isCloned)
    {
        RuleDefinitions definitions = new();
        definitions.Conditions.Add(new RuleExpressionCondition("below", Op(Property("Next"), CodeBinaryOperatorType.LessThanOrEqual, Property("Limit"))));
        RuleConditionReference shared = new() { ConditionName = "below" };
        Counted counted = new Counted("counted") { Limit = 3 }.With(
            new WhileActivity("first") { Condition = shared }.With(new SequenceActivity("a")),
            new WhileActivity("second") { Condition = shared }.With(new SequenceActivity("b")));
        counted.SetValue(RuleDefinitions.RuleDefinitionsProperty, definitions);
        Counted.Reads = 0;
        using Run run = Run.Of(isCloned ? Replicator("replicator", ExecutionType.Sequence, new[] { 1, 2 }, counted) : counted);
        Assert.Equal("Completed", run.Last);
        Assert.Equal(isCloned ? 16 : 8, Counted.Reads);
    }

    /// <summary>Counts the reads of its property.</summary>
    public sealed class Counted(string name) : SequenceActivity(name)
    {
        [field: ThreadStatic]
        public static int Reads { get; set; }

        public int Limit { get; set; }

        public int Count { get; set; }

        public int Next
        {
            get
            {
                Reads++;
                return Count = Count > Limit ? 1 : Count + 1;
            }
        }
    }

    /// <summary>Runs a clone of its child for each item.</summary>
    public sealed class Replicated : SequentialWorkflowActivity
    {
        public Replicated()
        {
            Name = "replicated";
            ReplicatorActivity replicator = new("replicator") { ExecutionType = Type, InitialChildData = new[] { 1, 2, 3 } };
            replicator.ChildInitialized += OnChild;
            this.With(replicator.With(new Counting("counting")));
        }

        [field: ThreadStatic]
        public static ExecutionType Type { get; set; }

        public string Trace { get; set; } = string.Empty;

        private void OnChild(object? sender, ReplicatorChildEventArgs e) => ((Counting)e.Activity).Limit = (int)e.InstanceData!;
    }
}

/// <summary>Counts up to a limit in several loops. Each loop uses another kind of condition.</summary>
public sealed class Counting : SequenceActivity
{
    private readonly CodeActivity _last;

    public Counting()
        : this("counting")
    {
    }

    public Counting(string name)
        : base(name)
    {
        CanModifyActivities = true;
        CodeCondition code = new();
        code.Condition += OnCondition;
        CodeCondition when = new();
        when.Condition += OnCondition;
        CodeCondition large = new();
        large.Condition += (sender, e) => e.Result = OwnerOf((Activity)sender!).Limit > 1;
        SequenceActivity grouped = Body("group");
        ConditionedActivityGroup.SetWhenCondition(grouped, when);
        CodeActivity isLarge = new("large");
        CodeActivity isSmall = new("small");
        isLarge.ExecuteCode += OnCode;
        isSmall.ExecuteCode += OnCode;
        _last = new CodeActivity("last");
        _last.ExecuteCode += OnReset;
        _last.Closed += OnLastClosed;
        RuleDefinitions definitions = new();
        definitions.Conditions.Add(new RuleExpressionCondition("below", Op(Property("Next"), CodeBinaryOperatorType.LessThanOrEqual, Property("Limit"))));
        SetValue(RuleDefinitions.RuleDefinitionsProperty, definitions);
        this.With(
            new WhileActivity("codeLoop") { Condition = code }.With(Body("code")),
            new WhileActivity("ruleLoop") { Condition = new RuleConditionReference { ConditionName = "below" } }.With(Body("rule")),
            new WhileActivity("ownLoop") { Condition = new UpTo() }.With(Body("own")),
            new ConditionedActivityGroup("groupOf").With(grouped),
            new IfElseActivity("ifElse").With(
                new IfElseBranchActivity("first") { Condition = large }.With(isLarge), new IfElseBranchActivity("second").With(isSmall)),
            _last);
        CanModifyActivities = false;
    }

    public int Limit { get; set; }

    public int Count { get; set; }

    /// <summary>The next number. Each read increments the count.</summary>
    public int Next => Count = Count > Limit ? 1 : Count + 1;

    private SequenceActivity Body(string name)
    {
        CodeActivity code = new(name);
        code.ExecuteCode += OnCode;
        return Sequence($"{name}Body", new DelayActivity($"{name}Delay") { TimeoutDuration = TimeSpan.FromSeconds(1) }, code);
    }

    private static Counting OwnerOf(Activity activity)
    {
        Activity current = activity;
        while (current is not Counting)
        {
            current = current.Parent!;
        }

        return (Counting)current;
    }

    private void OnCondition(object? sender, ConditionalEventArgs e)
    {
        Assert.Same(this, OwnerOf((Activity)sender!));
        e.Result = Next <= Limit;
    }

    private void OnCode(object? sender, EventArgs e)
    {
        Assert.Same(this, OwnerOf((Activity)sender!));
        ((CloneConditionTests.Replicated)GetActivityByName("replicated")!).Trace += $"{Limit}:{((Activity)sender!).Name} ";
    }

    private void OnReset(object? sender, EventArgs e) => Assert.Same(_last, sender);

    private void OnLastClosed(object? sender, ActivityExecutionStatusChangedEventArgs e)
    {
        Assert.Same(this, ((ActivityExecutionContext)sender!).Activity);
        Assert.Same(_last, e.Activity);
        ((CloneConditionTests.Replicated)GetActivityByName("replicated")!).Trace += $"{Limit}:closed ";
    }
}

/// <summary>A condition of an application that has its own state.</summary>
[Serializable]
public sealed class UpTo : ActivityCondition
{
    private int _count;

    public override bool Evaluate(Activity activity, IServiceProvider provider)
    {
        Activity current = activity;
        while (current is not Counting)
        {
            current = current.Parent!;
        }

        return _count++ < ((Counting)current).Limit;
    }
}
