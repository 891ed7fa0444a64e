using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Validation;

/// <summary>Tests overload groups: exactly one of several sets of arguments must be used.</summary>
[Rule("12.10")]
public sealed class OverloadGroupTests
{
    [Fact]
    public void OneGroup_AllRequiredArguments_IsValid()
    {
        AssertValid(new Connect { Server = "s", Port = 1 });
        AssertValid(new Connect { Server = "s", Port = 1, User = "u" });
        AssertValid(new Connect { Text = "s" });
    }

    [Fact]
    public void NoGroup_IsInvalid()
    {
        AssertInvalid(new Connect(), "'address'", "'text'");
        AssertInvalid(new Connect { Server = "only one of two" }, "'address'", "'text'");
    }

    [Fact]
    public void NoGroup_OptionalGroupExists_IsValid() => AssertValid(new Loose());

    [Fact]
    public void OptionalGroup_AnyMemberBound_IsUsed()
    {
        AssertValid(new Loose { Left = 1 });
        AssertValid(new Loose { Right = 1 });
        AssertInvalid(new Loose { Left = 1, Right = 1 }, "'left'", "'right'");
    }

    [Fact]
    public void TwoGroups_AreInvalid() => AssertInvalid(new Connect { Server = "s", Port = 1, Text = "t" }, "'address'", "'text'");

    [Fact]
    public void MemberOfOtherGroup_IsInvalid()
    {
        AssertInvalid(new Connect { Text = "t", User = "u" }, "'User'", "'address'", "'text'");
        AssertInvalid(new Connect { Text = "t", Port = 1 }, "'Port'");
    }

    [Fact]
    public void EqualGroups_AreInvalid() => AssertInvalid(new Equal { Value = 1 }, "'a'", "'b'");

    [Fact]
    public void Subset_WithRequiredArgument_IsInvalid() => AssertInvalid(new RequiredSubset { Both = 1, Wide = 1 }, "'narrow'", "'wide'");

    [Fact]
    public void Subset_WithoutRequiredArgument_IsValid() => AssertValid(new OptionalSubset { Wide = 1 });

    [Fact]
    public void Root_IsValidatedWithInputs()
    {
        ArgumentException none = Assert.Throws<ArgumentException>(() => WorkflowInvoker.Invoke(new Connect()));
        Assert.Contains("'address'", none.Message, StringComparison.Ordinal);
        WorkflowInvoker.Invoke(new Connect(), new Dictionary<string, object?> { ["Text"] = "t" });
        WorkflowInvoker.Invoke(new Connect { Server = "s" }, new Dictionary<string, object?> { ["Port"] = 1 });
        Assert.Throws<ArgumentException>(() => WorkflowInvoker.Invoke(new Connect { Text = "t" }, new Dictionary<string, object?> { ["Server"] = "s" }));
    }

    [Fact]
    public void RequiredArgument_OutsideGroups_IsChecked() => AssertInvalid(new WithExtra { Left = 1 }, "'Always'");

    private static void AssertValid(Activity activity) => Definitions.AssertValid(new Sequence { Activities = { activity } });

    private static void AssertInvalid(Activity activity, params string[] texts)
    {
        string report = Definitions.ErrorsOf(new Sequence { Activities = { activity } });
        Assert.Contains($"'{activity.DisplayName}'", report, StringComparison.Ordinal);
        Assert.All(texts, text => Assert.Contains(text, report, StringComparison.Ordinal));
    }

    private abstract class Idle : CodeActivity
    {
        protected override void Execute(CodeActivityContext context)
        {
        }
    }

    private sealed class Connect : Idle
    {
        [RequiredArgument]
        [OverloadGroup("address")]
        public InArgument<string>? Server { get; set; }

        [RequiredArgument]
        [OverloadGroup("address")]
        public InArgument<int>? Port { get; set; }

        [OverloadGroup("address")]
        public InArgument<string>? User { get; set; }

        [RequiredArgument]
        [OverloadGroup("text")]
        public InArgument<string>? Text { get; set; }
    }

    private sealed class Loose : Idle
    {
        [OverloadGroup("left")]
        public InArgument<int>? Left { get; set; }

        [RequiredArgument]
        [OverloadGroup("right")]
        public InArgument<int>? Right { get; set; }
    }

    private sealed class Equal : Idle
    {
        [OverloadGroup("a")]
        [OverloadGroup("b")]
        public InArgument<int>? Value { get; set; }
    }

    private sealed class RequiredSubset : Idle
    {
        [RequiredArgument]
        [OverloadGroup("narrow")]
        [OverloadGroup("wide")]
        public InArgument<int>? Both { get; set; }

        [OverloadGroup("wide")]
        public InArgument<int>? Wide { get; set; }
    }

    private sealed class OptionalSubset : Idle
    {
        [OverloadGroup("narrow")]
        [OverloadGroup("wide")]
        public InArgument<int>? Both { get; set; }

        [RequiredArgument]
        [OverloadGroup("wide")]
        public InArgument<int>? Wide { get; set; }
    }

    private sealed class WithExtra : Idle
    {
        [OverloadGroup("left")]
        public InArgument<int>? Left { get; set; }

        [RequiredArgument]
        public InArgument<int>? Always { get; set; }
    }
}
