namespace Workflow.Persistence;

/// <summary>What an exception says, to be part of another message. It may be of an author's class, which may throw again.</summary>
internal static class ThrownText
{
    public static string Of(Exception exception)
    {
        try
        {
            return exception.Message.TrimEnd('.');
        }
        catch (Exception)
        {
            return $"'{exception.GetType()}' was thrown, whose message cannot be read";
        }
    }
}
