using Workflow.Statements;
using Workflow.Validation;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Creates constraints from a single function.</summary>
internal static class Rules
{
    /// <summary>Creates a constraint that reports the text that the function returns; null if there is no error.</summary>
    public static Constraint<Activity> On(Func<Activity, string?> complaint)
    {
        DelegateInArgument<Activity> activity = new();
        return new Constraint<Activity>
        {
            Body = new ActivityAction<Activity, ValidationContext>
            {
                Argument1 = activity,
                Argument2 = new DelegateInArgument<ValidationContext>(),
                Handler = Complain(context => complaint(activity.Get(context))),
            },
        };
    }

    /// <summary>Creates a constraint on the activities that an expression finds in the tree.</summary>
    public static Constraint<Activity> OnTree(
        Func<InArgument<ValidationContext>, Activity<IEnumerable<Activity>>> part,
        Func<Activity, Activity[], string?> complaint)
    {
        DelegateInArgument<Activity> activity = new();
        DelegateInArgument<ValidationContext> place = new();
        Variable<IEnumerable<Activity>> found = new("found");
        Activity<IEnumerable<Activity>> search = part(place);
        search.Result = found;
        return new Constraint<Activity>
        {
            Body = new ActivityAction<Activity, ValidationContext>
            {
                Argument1 = activity,
                Argument2 = place,
                Handler = new Sequence
                {
                    Variables = { found },
                    Activities = { search, Complain(context => complaint(activity.Get(context), [.. found.Get(context)])) },
                },
            },
        };
    }

    private static Sequence Complain(Func<ActivityContext, string?> complaint)
    {
        Variable<string?> text = new("text", complaint);
        return new Sequence
        {
            Variables = { text },
            Activities =
            {
                new AssertValidation
                {
                    Assertion = new InArgument<bool>(context => text.Get(context) is null),
                    Message = new InArgument<string>(context => text.Get(context)!),
                },
            },
        };
    }
}
