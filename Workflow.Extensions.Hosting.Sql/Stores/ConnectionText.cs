using System.Data.Common;
using Microsoft.Extensions.Configuration;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>A connection string, with what messages call it. No message has anything of the text, which may have a password, but keywords that the driver knows.</summary>
/// <param name="Text">The text.</param>
/// <param name="Name">What messages call it, at the beginning of a sentence.</param>
internal sealed record ConnectionText(string Text, string Name)
{
    private const string Section = "ConnectionStrings";

    /// <summary>Takes a text of the application, or the one that the configuration has when the host starts.</summary>
    /// <param name="text">A connection string, the name of a file, or <c>Name=</c> and a key of the configuration.</param>
    /// <param name="expression">How the application gets the text, in its source.</param>
    /// <param name="configuration">The configuration; null for none.</param>
    /// <exception cref="InvalidOperationException">The text is missing.</exception>
    public static ConnectionText Of(string? text, string? expression, IConfiguration? configuration)
    {
        if (string.IsNullOrWhiteSpace(text))
        {
            // An expression with '=' is one that has parts of a connection string.
            string source = expression is null or "null" || expression.Contains('=', StringComparison.Ordinal) ? string.Empty : $", because '{expression}' has no value";
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
    /// <exception cref="InvalidOperationException">It is wrong.</exception>
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
#pragma warning disable MA0054 // The exception of a driver can repeat the text, with its password.
                throw new InvalidOperationException($"{Name} is not of the form 'keyword=value;keyword=value'; correct it. It is not repeated here, because it may have a password.");
#pragma warning restore MA0054
            }
        }
        else if (settings.ContainsKey("Filename"))
        {
            parsed["Data Source"] = Text;
        }
        else
        {
            throw new InvalidOperationException($"{Name} has no '=', so that it is no connection string of '{package}'; correct it. It is not repeated here, because it may have a password.");
        }

        int number = 0;
        foreach (string keyword in parsed.Keys)
        {
            number++;
            Set(settings, keyword, parsed[keyword], number, package);
        }

        // As the application wrote it: a driver may add values of its own to its settings.
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
            // What is no keyword can be a part of a password with a semicolon.
            string what = settings.ContainsKey(keyword) ? $"a value for '{keyword}' that the driver '{package}' does not accept" : $"a keyword that the driver '{package}' does not know, number {number} of it";
#pragma warning disable MA0054 // The exception of a driver can repeat the text, with its password.
            throw new InvalidOperationException($"{Name} has {what}; correct it, and quote values with a semicolon. It is not repeated here, because it may have a password.");
#pragma warning restore MA0054
        }
    }

    /// <summary>The key of the configuration that a text names; null if it is itself a connection string.</summary>
    private static string? KeyOf(string text)
    {
        string[] parts = text.Split('=', 2, StringSplitOptions.TrimEntries);
        return parts.Length == 2 && parts[0].Equals("Name", StringComparison.OrdinalIgnoreCase) && parts[1].Length > 0 ? parts[1] : null;
    }
}

/// <summary>Additions to settings.</summary>
internal static class ConnectionSettings
{
    /// <summary>Sets a value that the application has not set.</summary>
    public static void TryAdd(this DbConnectionStringBuilder settings, string keyword, object value)
    {
        if (!settings.ContainsKey(keyword))
        {
            settings[keyword] = value;
        }
    }
}
