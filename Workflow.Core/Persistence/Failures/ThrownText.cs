namespace Workflow.Persistence;

/// <summary>The message of an exception, as a part of another message. The message property of an exception class of the application may throw.</summary>
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
