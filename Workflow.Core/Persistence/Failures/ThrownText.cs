namespace Workflow.Persistence;

/// <summary>The message of an exception as a part of another message. An exception class of the application may throw while its message is read.</summary>
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
