using System.Data.Common;
using Microsoft.Extensions.Configuration;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>
/// A connection string and its name in messages. No message contains any part of the text, which may contain a password, except keywords that the driver knows.
/// </summary>
/// <param name="Text">The text.</param>
/// <param name="Name">The name of the text in messages, at the beginning of a sentence.</param>
internal sealed record ConnectionText(string Text, string Name)
{
    private const string Section = "ConnectionStrings";

    /// <summary>Takes a text of the application, or resolves it from the configuration when the host starts.</summary>
    /// <param name="text">A connection string, the name of a file, or <c>Name=</c> and a key of the configuration.</param>
    /// <param name="expression">The source expression with which the application passes the text; null if unknown.</param>
    /// <param name="configuration">The configuration; null for none.</param>
    /// <exception cref="InvalidOperationException">The text is missing.</exception>
    public static ConnectionText Of(string? text, string? expression, IConfiguration? configuration)
    {
        if (string.IsNullOrWhiteSpace(text))
        {
            // An expression with '=' may contain parts of a connection string, so the message does not repeat it.
            string source = expression is null or "null" || expression.Contains('=', StringComparison.Ordinal)
                ? string.Empty
                : $", because '{expression}' has no value";
            throw new InvalidOperationException(
                $"The connection string of the store is null or empty{source}; set it in the configuration, for example in appsettings.json, or as the environment variable 'ConnectionStrings__Workflow' for 'ConnectionStrings:Workflow'.");
        }

        if (KeyOf(text) is not { } key)
        {
            return new ConnectionText(text, "The connection string of the store");
        }

        foreach (string candidate in (string[])[$"{Section}:{key}", key])
        {
            if (configuration?[candidate] is { } value && !string.IsNullOrWhiteSpace(value))
            {
                return new ConnectionText(value, $"The connection string '{candidate}' of the configuration");
            }
        }

        string full = key.Contains(':', StringComparison.Ordinal) ? key : $"{Section}:{key}";
        throw new InvalidOperationException(
            $"The configuration has no value for '{full}', which is the connection string of the store; set it, for example in appsettings.json, or as the environment variable '{full.Replace(":", "__", StringComparison.Ordinal)}'.");
    }

    /// <summary>Checks the text against the keywords of a driver.</summary>
    /// <param name="settings">The empty settings of the driver.</param>
    /// <param name="package">The package of the driver.</param>
    /// <returns>The settings.</returns>
    /// <exception cref="InvalidOperationException">The text is invalid for the driver.</exception>
    public DbConnectionStringBuilder Parse(DbConnectionStringBuilder settings, string package)
    {
        DbConnectionStringBuilder parsed = [];
        if (Text.Contains('=', StringComparison.Ordinal))
        {
            try
            {
                parsed.ConnectionString = Text;
            }
            catch (ArgumentException)
            {
#pragma warning disable MA0054 // The driver exception may repeat the text, including the password.
                throw new InvalidOperationException(
                    $"{Name} is not of the form 'keyword=value;keyword=value'; correct it. It is not repeated here, because it may have a password.");
#pragma warning restore MA0054
            }
        }
        else if (settings.ContainsKey("Filename"))
        {
            parsed["Data Source"] = Text;
        }
        else
        {
            throw new InvalidOperationException(
                $"{Name} has no '=', so that it is no connection string of '{package}'; correct it. It is not repeated here, because it may have a password.");
        }

        int number = 0;
        foreach (string keyword in parsed.Keys)
        {
            number++;
            Set(settings, keyword, parsed[keyword], number, package);
        }

        // Returns the settings as the application wrote them, because a driver may add its own values to its settings.
        return parsed;
    }

    private void Set(DbConnectionStringBuilder settings, string keyword, object value, int number, string package)
    {
        try
        {
            settings[keyword] = value;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // The message does not repeat an unknown keyword: it can be a part of a password that contains a semicolon.
            string what = settings.ContainsKey(keyword)
                ? $"a value for '{keyword}' that the driver '{package}' does not accept"
                : $"a keyword that the driver '{package}' does not know, number {number} of it";
#pragma warning disable MA0054 // The driver exception may repeat the text, including the password.
            throw new InvalidOperationException(
                $"{Name} has {what}; correct it, and quote values with a semicolon. It is not repeated here, because it may have a password.");
#pragma warning restore MA0054
        }
    }

    /// <summary>Returns the configuration key that the text names; null if the text itself is a connection string.</summary>
    private static string? KeyOf(string text)
    {
        string[] parts = text.Split('=', 2, StringSplitOptions.TrimEntries);
        return parts.Length == 2 && parts[0].Equals("Name", StringComparison.OrdinalIgnoreCase) && parts[1].Length > 0 ? parts[1] : null;
    }
}

/// <summary>Extension methods for connection string builders.</summary>
internal static class ConnectionSettings
{
    /// <summary>Sets a value unless the application has set one.</summary>
    public static void TryAdd(this DbConnectionStringBuilder settings, string keyword, object value)
    {
        if (!settings.ContainsKey(keyword))
        {
            settings[keyword] = value;
        }
    }
}
