namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The comparison operator of a condition.</summary>
public enum ComparisonOperator
{
    /// <summary>The strings are equal.</summary>
    Equals = 0,

    /// <summary>The strings are not equal.</summary>
    NotEquals = 1,
}

/// <summary>A condition of a location.</summary>
public abstract class TrackingCondition
{
    private protected TrackingCondition()
    {
    }

    /// <summary>The member whose value is compared: a property or field of any visibility, or several names separated by dots.</summary>
    public string? Member { get; set; }

    /// <summary>The comparison operator.</summary>
    public ComparisonOperator Operator { get; set; }

    /// <summary>The string with which the string representation of the value is compared, by ordinal comparison. Null equals a value that is null.</summary>
    public string? Value { get; set; }
}

/// <summary>A condition for an activity. The condition is false if the member does not exist or cannot be read.</summary>
public class ActivityTrackingCondition : TrackingCondition
{
    /// <summary>Creates a condition without a member. Set <see cref="TrackingCondition.Member"/>.</summary>
    public ActivityTrackingCondition()
    {
    }

    /// <summary>Creates a condition that compares for equality.</summary>
    /// <param name="member">The member of the activity.</param>
    /// <param name="value">The string, or null.</param>
    public ActivityTrackingCondition(string member, string? value)
    {
        ArgumentNullException.ThrowIfNull(member);
        Member = member;
        Value = value;
    }
}
