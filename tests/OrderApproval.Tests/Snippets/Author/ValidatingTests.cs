using Workflow;
using Workflow.Statements;
using Workflow.Validation;

namespace OrderApproval.Tests.Snippets;

public sealed class ValidatingTests
{
    [Fact]
    public void Retry_WithoutTimesOrBody_IsReported()
    {
        ValidationResults results = ActivityValidationServices.Validate(new Sequence { Activities = { new TryAgain { Times = 0 } } });
        Assert.Equal("Times", Assert.Single(results.Errors).PropertyName);
        Assert.Equal("Body", Assert.Single(results.Warnings).PropertyName);
        WorkflowInvoker.Invoke(new TryAgain { Body = new WriteLine() });
        WorkflowInvoker.Invoke(new TryAgain());
    }

    [Fact]
    public void Deliver_NeedsExactlyOnePlace()
    {
        Assert.Empty(Problems(new Deliver { Parcel = "1", Street = "Main Street" }));
        Assert.Empty(Problems(new Deliver { Parcel = "1", Street = "Main Street", House = "2" }));
        Assert.Empty(Problems(new Deliver { Parcel = "1", Locker = 5 }));
        Assert.Single(Problems(new Deliver { Locker = 5 }));
        Assert.Single(Problems(new Deliver { Parcel = "1" }));
        Assert.Single(Problems(new Deliver { Parcel = "1", Street = "Main Street", Locker = 5 }));
        Assert.Single(Problems(new Deliver { Parcel = "1", House = "2", Locker = 5 }));

        static IEnumerable<ValidationError> Problems(Deliver deliver) => ActivityValidationServices.Validate(new Sequence { Activities = { deliver } }).Errors;
    }

    [Fact]
    public void Approve_OutsideACase_IsReportedWithItsPlace()
    {
        Assert.Equal("2 Approve: An approval needs an ApprovalCase around it.", Validating.Describe(new Sequence { Activities = { new Approve() } }));
        Assert.Empty(Validating.Describe(new ApprovalCase { Body = new Sequence { Activities = { new Approve() } } }));
    }

    [Fact]
    public void Delay_WithoutAName_IsWarnedAboutByTheHouseRules()
    {
        Assert.Single(Validating.WithHouseRules(new Sequence { Activities = { new Delay { Duration = TimeSpan.Zero } } }).Warnings);
        Assert.Empty(Validating.WithHouseRules(new Delay { DisplayName = "Wait for the courier", Duration = TimeSpan.Zero }).Warnings);
    }

    [Fact]
    public void CountOf_CountsATypeOfActivities() =>
        Assert.Equal(2, Validating.CountOf<WriteLine>(new Sequence { Activities = { new WriteLine(), new If { Condition = true, Then = new WriteLine() } } }));

    [Fact]
    public void Draw_MarksWhatWaits()
    {
        Both both = new() { First = new WriteLine { DisplayName = "One" }, Second = new WriteLine { DisplayName = "Two" } };
        string text = Validating.Draw(both, ["Two"]);
        Assert.Contains("-->|\"then\"|", text, StringComparison.Ordinal);
        Assert.Contains($"class a{both.Second.Id} marked", text, StringComparison.Ordinal);
        WorkflowInvoker.Invoke(both);
    }
}
