namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>How a condition compares.</summary>
public enum ComparisonOperator
{
    /// <summary>The texts are equal.</summary>
    Equals = 0,

    /// <summary>The texts are not equal.</summary>
    NotEquals = 1,
}

/// <summary>A condition of a location.</summary>
public abstract class TrackingCondition
{
    private protected TrackingCondition()
    {
    }

    /// <summary>The member whose value is compared: a property or field of any visibility, or several with dots between them.</summary>
    public string? Member { get; set; }

    /// <summary>How the values are compared.</summary>
    public ComparisonOperator Operator { get; set; }

    /// <summary>The text with which the text of the value is compared, ordinal; null is equal to no value.</summary>
    public string? Value { get; set; }
}

/// <summary>A condition for the activity. It does not hold if the member does not exist or cannot be read.</summary>
public class ActivityTrackingCondition : TrackingCondition
{
    /// <summary>Makes a condition without a member, which has to be set.</summary>
    public ActivityTrackingCondition()
    {
    }

    /// <summary>Makes a condition for equality.</summary>
    /// <param name="member">The member of the activity.</param>
    /// <param name="value">The text, or null.</param>
    public ActivityTrackingCondition(string member, string? value)
    {
        ArgumentNullException.ThrowIfNull(member);
        Member = member;
        Value = value;
    }
}
